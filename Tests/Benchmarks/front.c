/* A small HTTP front of Redis, as the rival of the appliance: one thread, epoll, and one connection to Redis on which all
 * questions are sent as they come. Each request becomes one EVALSHA, whose answer is the body.
 *
 * front PORT SOCKET SHA-OF-GET SHA-OF-POST; it reads no more of HTTP than the benchmark sends. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FILES = 1024, REQUEST = 4096, ROOM = 1 << 20 };

static struct {
    char text[REQUEST];
    size_t length;
    unsigned turn; /* rises when the file is another client's */
} clients[FILES];

/* Who waits for an answer of Redis, in its order. */
static struct {
    int file;
    unsigned turn;
} waiting[FILES];
static unsigned first, last;

static char out[ROOM], in[ROOM];
static size_t out_length, in_length;
static int redis, poll_file;
static const char *own, *take;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void watch(int file) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
    if (epoll_ctl(poll_file, EPOLL_CTL_ADD, file, &event)) fail("epoll_ctl");
}

/* What stands between two marks of a request; empty: nothing does. */
static struct piece { const char *text; int length; } part(const char *text, const char *before, const char *after) {
    const char *start = strcasestr(text, before);
    if (!start) return (struct piece){"", 0};
    start += strlen(before);
    return (struct piece){start, (int)strcspn(start, after)};
}

/* One request that is whole, as a command. */
static void ask(int file, char *text) {
    struct piece game = part(text, "/games/", "/"), bearer = part(text, "Authorization: Bearer ", "\r");
    struct piece key = part(text, "Idempotency-Key: ", "\r"), score = part(text, "\"score\":", "}");
    const char *sha = *text == 'G' ? own : take;
    if (ROOM - out_length < 2 * REQUEST) exit(1);
    out_length += (size_t)sprintf(
        out + out_length,
        "*7\r\n$7\r\nEVALSHA\r\n$40\r\n%s\r\n$1\r\n0\r\n$%d\r\n%.*s\r\n$%d\r\n%.*s\r\n$%d\r\n%.*s\r\n$%d\r\n%.*s\r\n", sha,
        game.length, game.length, game.text, bearer.length, bearer.length, bearer.text, key.length, key.length, key.text,
        score.length, score.length, score.text);
    waiting[last % FILES].file = file;
    waiting[last++ % FILES].turn = clients[file].turn;
}

static void leave(int file) {
    clients[file].turn++;
    clients[file].length = 0;
    close(file);
}

/* More of a request; each connection has one at a time. */
static void hear(int file) {
    char *text = clients[file].text;
    ssize_t count = read(file, text + clients[file].length, REQUEST - 1 - clients[file].length);
    if (count <= 0) return leave(file);
    clients[file].length += (size_t)count;
    text[clients[file].length] = 0;
    char *end = strstr(text, "\r\n\r\n");
    if (!end) return;
    struct piece length = part(text, "Content-Length: ", "\r");
    if (text + clients[file].length < end + 4 + atoi(length.text)) return;
    ask(file, text);
    clients[file].length = 0;
}

static void answer(const char *body, int length, int status) {
    char text[16384];
    int file = waiting[first % FILES].file;
    unsigned turn = waiting[first++ % FILES].turn;
    if (clients[file].turn != turn || length > 16000) return;
    int whole = sprintf(
        text, "HTTP/1.1 %d -\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nContent-Length: %d\r\n\r\n%.*s",
        status, length, length, body);
    if (write(file, text, (size_t)whole) != whole) leave(file);
}

/* Answers of Redis: `$LENGTH` and a text, or an error. */
static void told(void) {
    ssize_t count = read(redis, in + in_length, ROOM - 1 - in_length);
    if (count <= 0) fail("redis");
    in_length += (size_t)count;
    in[in_length] = 0;
    char *from = in, *end;
    while ((end = strstr(from, "\r\n"))) {
        int length = *from == '$' ? atoi(from + 1) : -1;
        if (length < 0) {
            answer(from, (int)(end - from), 500);
            from = end + 2;
            continue;
        }
        if (in + in_length < end + 4 + length) break;
        answer(end + 2, length, length ? 200 : 401);
        from = end + 4 + length;
    }
    in_length -= (size_t)(from - in);
    memmove(in, from, in_length);
}

static int listening(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int file = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(file, (struct sockaddr *)&address, sizeof address) || listen(file, 128)) fail("listen");
    return file;
}

static void welcome(int door) {
    int yes = 1, file = accept(door, NULL, NULL);
    if (file < 0) return;
    if (file >= FILES) {
        close(file);
        return;
    }
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    watch(file);
}

int main(int count, char **words) {
    if (count != 5) return 64;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, words[2], sizeof address.sun_path - 1);
    own = words[3], take = words[4];
    redis = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(redis, (struct sockaddr *)&address, sizeof address)) fail(words[2]);
    int door = listening(atoi(words[1]));
    poll_file = epoll_create1(0);
    watch(redis);
    watch(door);
    for (;;) {
        struct epoll_event events[128];
        int ready = epoll_wait(poll_file, events, 128, -1);
        for (int number = 0; number < ready; number++) {
            int file = events[number].data.fd;
            if (file == redis) told();
            else if (file == door) welcome(door);
            else hear(file);
        }
        for (size_t sent = 0; sent < out_length;) {
            ssize_t part = write(redis, out + sent, out_length - sent);
            if (part <= 0) fail("redis");
            sent += (size_t)part;
        }
        out_length = 0;
    }
}
