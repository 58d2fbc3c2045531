// GNU libmicrohttpd (libmicrohttpd-dev): the HTTP server.
#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H
#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// What `cmhd_start` hands to the library; Swift cannot call its variadic `MHD_start_daemon`.
struct cmhd_settings {
    int listen_socket;
    unsigned int threads;
    unsigned int connection_limit;
    size_t connection_memory;
    unsigned int inactivity_seconds;
    void *context;
    void *(*request_began)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AcceptPolicyCallback accept_policy;
    MHD_AccessHandlerCallback access_handler;
    MHD_NotifyConnectionCallback connection_changed;
    MHD_RequestCompletedCallback request_completed;
    size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
};

/// Ends a query behind so many parameters; the target as it lies in the connection's own memory.
static inline void cmhd_end_query(size_t left, const char *target) {
    char *at = strchr((char *) target, '?');
    while (at != NULL && left > 0) {
        at = strchr(at + 1, '&');
        left -= 1;
    }
    if (at != NULL) *at = '\0';
}

/// epoll with the library's own threads, connections may be suspended; NULL when it cannot start.
/// A pool of one thread is not a pool: the option is left out then, because the library refuses it.
static inline struct MHD_Daemon *cmhd_start(const struct cmhd_settings *s) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    struct MHD_OptionItem pool[] = {
#if MHD_VERSION >= 0x00097701
        {MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1, NULL},
#endif
        {s->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t) s->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        flags, 0, s->accept_policy, s->context, s->access_handler, s->context,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket) s->listen_socket,
        MHD_OPTION_CONNECTION_LIMIT, s->connection_limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->connection_memory,
        MHD_OPTION_CONNECTION_TIMEOUT, s->inactivity_seconds,
        MHD_OPTION_NOTIFY_CONNECTION, s->connection_changed, s->context,
        MHD_OPTION_NOTIFY_COMPLETED, s->request_completed, s->context,
        MHD_OPTION_URI_LOG_CALLBACK, s->request_began, s->context,
        MHD_OPTION_UNESCAPE_CALLBACK, s->unescape, s->context,
        MHD_OPTION_ARRAY, pool,
        MHD_OPTION_END);
}

/// The connection's socket; `MHD_get_connection_info` is variadic.
static inline int cmhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : (int) info->connect_fd;
}

/// The other end of the connection; NULL when the library does not know it.
static inline const struct sockaddr *cmhd_client_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

/// What `connection_changed` stored for the connection.
static inline void *cmhd_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// Bytes of the request's head with its empty line; 0 while it is not whole.
static inline size_t cmhd_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

/// Whether the library itself refuses folded fields, bare CR and LF and NUL in the head, at the discipline that `cmhd_start`
/// asks for.
#if MHD_VERSION >= 0x00097701
static const bool cmhd_is_strict = true;
#else
static const bool cmhd_is_strict = false;
#endif

/// Macros with casts are not imported into Swift.
/// An answer of unknown length to HEAD: without chunks, because 0.9.75 ends those that it does not send, too, and the client
/// would take that for the beginning of the next answer. Its connection closes. `MHD_set_response_options` is variadic.
static inline void cmhd_end_by_closing(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

static const uint64_t cmhd_size_unknown = MHD_SIZE_UNKNOWN;
static const ssize_t cmhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t cmhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;
#endif
