"""What is worked out in the page: scores as people write them, bars, and the QR code, which is read back here."""

import re

import pytest

from play_scene import evening, open_play

SCORES = """async (cases) => { const { scoreText, typedScore } = await import('/app/scores.js');
    return cases.map(([score, rules]) => [scoreText({ score }, rules), typedScore(scoreText({ score }, rules).replace(/ s$/, ''), rules)]); }"""
POINTS, TIME = {"format": "points"}, {"format": "time"}
DECIMALS = {"format": "decimals", "decimals": 2}


@pytest.mark.parametrize("locale, expected", [("en-GB", ["48,210", "-5".replace("-", "−"), "9.25 s", "1:42.8", "1:00:02.345", "0 s", "12.50"]),
                                              ("pl-PL", ["48 210", "−5", "9,25 s", "1:42,8", "1:00:02,345", "0 s", "12,50"])])
def test_scores_are_written_and_read_in_the_readers_way(arena, visit, locale, expected):
    page = open_play(visit, evening(arena), locale=locale)
    cases = [[48_210, POINTS], [-5, POINTS], [9250, TIME], [102_800, TIME], [3_602_345, TIME], [0, TIME], [1250, DECIMALS]]
    found = page.evaluate(SCORES, cases)
    assert [re.sub("\u00a0|\u202f", " ", text) for text, _ in found] == expected
    assert [back for _, back in found] == [score for score, _ in cases]


def test_scores_past_2_53_are_exact(arena, visit):
    page = open_play(visit, evening(arena))
    found = page.evaluate("""async () => { const { scoreText, gapText } = await import('/app/scores.js');
        const rules = { format: 'points' };
        return [scoreText({ score: 9007199254740992, exact: '9223372036854775807' }, rules),
            gapText({ score: 1, exact: '9223372036854775807' }, { score: 1, exact: '9223372036854775800' }, rules)]; }""")
    assert found == ["9,223,372,036,854,775,807", "7"]


@pytest.mark.parametrize("places, expected", [(-1, "12"), (0, "12"), (19, "0.000000000000000012"), (2**32, "0.000000000000000012"),
                                              (2**53, "0.000000000000000012")])
def test_places_that_no_box_should_say_end_no_page(arena, visit, places, expected):
    page = open_play(visit, evening(arena))
    found = page.evaluate("""async (decimals) => { const { scoreText, typedScore } = await import('/app/scores.js');
        const rules = { format: 'decimals', decimals };
        return [scoreText({ score: 12 }, rules), typedScore('1', rules) === null || Number.isSafeInteger(typedScore('1', rules))]; }""", places)
    assert found == [expected, True]


BARS = [({"best": 48_210, "theirBest": 51_900, "goal": 60_000, "order": "more"}, (0.771, 0.830, 0.96)),
        ({"best": 102_800, "theirBest": 104_100, "order": "less"}, (1, 0.96, None)), ({"best": 5, "theirBest": 5, "order": "more"}, (1, 1, None)),
        ({"best": None, "theirBest": 10, "order": "more"}, (0, 1, None)), ({"best": 300, "theirBest": None, "goal": 200, "order": "less"}, (0.64, 0, 0.96)),
        ({"best": -10, "theirBest": -20, "order": "more"}, (1, 0.02, None)), ({"best": 0, "theirBest": 0, "order": "less"}, (1, 1, None)),
        ({"best": None, "theirBest": None, "order": "more"}, (0, 0, None))]


@pytest.mark.parametrize("duel, expected", BARS, ids=range(len(BARS)))
def test_the_leaders_bar_is_the_longest_and_the_goal_is_within(arena, visit, duel, expected):
    page = open_play(visit, evening(arena))
    body = {key: {"score": value} if key in ("best", "theirBest") and value is not None else value for key, value in duel.items()}
    found = page.evaluate("async (duel) => { const { barLengths } = await import('/app/duelcard.js'); return barLengths(duel); }", body)
    assert [found["mine"], found["theirs"], found["goal"]] == pytest.approx(expected, abs=0.001)


# A reader of QR codes, as far as ours go: level M, bytes, no damage.

MASKS = [lambda x, y: (x + y) % 2, lambda x, y: y % 2, lambda x, y: x % 3, lambda x, y: (x + y) % 3, lambda x, y: (x // 3 + y // 2) % 2,
         lambda x, y: x * y % 2 + x * y % 3, lambda x, y: (x * y % 2 + x * y % 3) % 2, lambda x, y: ((x + y) % 2 + x * y % 3) % 2]
BLOCKS = {1: (16, 10, 1), 2: (28, 16, 1), 3: (44, 26, 1), 4: (64, 18, 2), 5: (86, 24, 2), 6: (108, 16, 4), 7: (124, 18, 4)}
MIDDLES = {1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38]}


def reserved(version: int, size: int) -> set[tuple[int, int]]:
    taken = {(x, 6) for x in range(size)} | {(6, y) for y in range(size)}
    taken |= {(x, y) for x in range(9) for y in range(9)} | {(x, y) for x in range(size - 8, size) for y in range(9)}
    taken |= {(x, y) for x in range(9) for y in range(size - 8, size)}
    last = size - 7
    for x in MIDDLES[version]:
        for y in MIDDLES[version]:
            if (x, y) not in ((6, 6), (6, last), (last, 6)):
                taken |= {(x + i, y + j) for i in range(-2, 3) for j in range(-2, 3)}
    if version >= 7:
        taken |= {(x, y) for x in range(size - 11, size - 8) for y in range(6)} | {(y, x) for x in range(size - 11, size - 8) for y in range(6)}
    return taken


def read_code(grid: list[list[bool]]) -> str:
    size = len(grid)
    version = (size - 17) // 4
    form = [grid[8][x] for x in (0, 1, 2, 3, 4, 5, 7)] + [grid[y][8] for y in (8, 7, 5, 4, 3, 2, 1, 0)]
    bits = sum(one << (14 - at) for at, one in enumerate(form)) ^ 0x5412
    assert bits >> 13 == 0, "level M"
    mask, taken, stream = MASKS[bits >> 10 & 7], reserved(version, size), []
    columns = [right if right > 6 else right - 1 for right in range(size - 1, 0, -2)]
    for number, right in enumerate(columns):
        for step in range(size):
            y = size - 1 - step if number % 2 == 0 else step
            stream += [grid[y][x] != (mask(x, y) == 0) for x in (right, right - 1) if (x, y) not in taken]
    words = [sum(bit << (7 - at) for at, bit in enumerate(stream[start:start + 8])) for start in range(0, len(stream) - 7, 8)]
    room, extra, blocks = BLOCKS[version]
    data = [word for block in range(blocks) for word in words[block:room:blocks]]
    for block in range(blocks):
        check(words[block:room:blocks] + words[room + block:room + extra * blocks:blocks], extra)
    text = "".join(f"{word:08b}" for word in data)
    assert text[:4] == "0100"
    length = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * at:20 + 8 * at], 2) for at in range(length)).decode()


def times(left: int, right: int) -> int:
    result = 0
    while right:
        result ^= left if right & 1 else 0
        left, right = left << 1 ^ (0x11D if left & 128 else 0), right >> 1
    return result


def check(block: list[int], extra: int):
    """Reed-Solomon: a whole block is zero at every root."""
    root = 1
    for _ in range(extra):
        value = 0
        for word in block:
            value = times(value, root) ^ word
        assert value == 0, "the correction is not that of the data"
        root = times(root, 2)


TEXTS = ["http://a.pl", "http://watchpost.local:8080/app#join=ABCDEFGH", "https://home.example.org/app#join=KLMNPQRS",
         "https://a-rather-long-name-of-a-tunnel.example.org/app#join=KLMNPQRS", "x" * 100, "ż" * 55]


@pytest.mark.parametrize("text", TEXTS, ids=len)
def test_the_qr_code_of_a_link_is_read_back(arena, visit, text):
    page = open_play(visit, evening(arena))
    grid = page.evaluate("async (text) => { const { qrModules } = await import('/app/qrcode.js'); return qrModules(text); }", text)
    assert read_code(grid) == text


def test_a_text_that_is_too_long_has_no_picture(arena, visit):
    page = open_play(visit, evening(arena))
    assert page.evaluate("async () => { const { qrModules } = await import('/app/qrcode.js'); return qrModules('x'.repeat(200)); }") is None
