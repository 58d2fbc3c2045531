"""What ICU knows of Unicode (Debian: libicu-dev), for the generators of the tables by which names are read and compared.

All of it is of one release of Unicode: the character database, the recommended scripts of UAX #31, the confusables of UTS #39,
and the letters that each language of CLDR writes.
"""

import ctypes
import ctypes.util
import sys
from collections.abc import Iterator
from functools import cache

_BLOCK, _LONG = 0x1001, 1
"""A property, and the kind of its values' names (`UProperty`, `UPropertyNameChoice`)."""
_RECOMMENDED = 5
"""How a script is used (`UScriptUsage`): UAX #31, table 5."""

_name = ctypes.util.find_library("icui18n")
if _name is None:
    sys.exit("ICU is missing: apt install libicu-dev")
RELEASE = _name.rsplit(".", 1)[1]
_libraries = ctypes.CDLL(_name), ctypes.CDLL(_name.replace("icui18n", "icuuc"))
_Pointer, _Int, _Text = ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p


def _function(name: str, answers: object, *takes: object) -> object:
    """A function of ICU; its names end in the release."""
    library = next(library for library in _libraries if hasattr(library, f"{name}_{RELEASE}"))
    found = getattr(library, f"{name}_{RELEASE}")
    found.restype, found.argtypes = answers, takes
    return found


_script_name = _function("uscript_getShortName", _Text, _Int)
_usage = _function("uscript_getUsage", _Int, _Int)
_value = _function("u_getIntPropertyValue", _Int, _Int, _Int)
_value_name = _function("u_getPropertyValueName", _Text, _Int, _Int, _Int)
_open_checker = _function("uspoof_open", _Pointer, _Pointer)
_skeleton = _function("uspoof_getSkeletonUTF8", _Int, _Pointer, ctypes.c_uint32, *[_Text, _Int] * 2, _Pointer)
_nfkc = _function("unorm2_getNFKCInstance", _Pointer, _Pointer)
_decomposition = _function("unorm2_getRawDecomposition", _Int, _Pointer, _Int, _Pointer, _Int, _Pointer)
_locale = _function("uloc_getAvailable", _Text, _Int)
_locales = _function("uloc_countAvailable", _Int)
_open_locale = _function("ulocdata_open", _Pointer, _Text, _Pointer)
_close_locale = _function("ulocdata_close", None, _Pointer)
_exemplars = _function("ulocdata_getExemplarSet", _Pointer, _Pointer, _Pointer, ctypes.c_uint32, _Int, _Pointer)
_open_pattern = _function("uset_openPattern", _Pointer, ctypes.c_char_p, _Int, _Pointer)
_items = _function("uset_getItemCount", _Int, _Pointer)
_item = _function("uset_getItem", _Int, _Pointer, _Int, *[ctypes.POINTER(_Int)] * 2, _Pointer, _Int, _Pointer)
_close_set = _function("uset_close", None, _Pointer)
_version = _function("u_getUnicodeVersion", None, _Pointer)


def _asked(function: object, *values: object) -> object:
    """What a function answers whose last parameter is a status."""
    status = ctypes.c_int(0)
    answer = function(*values, ctypes.byref(status))
    if status.value > 0:
        sys.exit(f"ICU fails with error {status.value}")
    return answer


def unicode_version() -> str:
    version = (ctypes.c_uint8 * 4)()
    _version(version)
    return f"{version[0]}.{version[1]}"


def ranges(pattern: str) -> list[range]:
    """The characters of a pattern of UnicodeSet (UTS #18), in order."""
    found = _asked(_open_pattern, pattern.encode("utf-16-le") + b"\0\0", -1)
    parts = [part for part in _members(found) if isinstance(part, range)]
    _close_set(found)
    return parts


def characters(pattern: str) -> list[str]:
    return [chr(code) for part in ranges(pattern) for code in part]


def block(sign: str) -> str:
    """The long name of its block."""
    return _value_name(_BLOCK, _value(ord(sign), _BLOCK), _LONG).decode()


def recommended_scripts() -> frozenset[str]:
    """Those of UAX #31, table 5, as codes of ISO 15924, but for Common and Inherited."""
    codes = {_script_name(code).decode() for code in range(256) if _usage(code) == _RECOMMENDED}
    return frozenset(codes - {"Zyyy", "Zinh"})


@cache
def _checker() -> int:
    return _asked(_open_checker)


def skeleton(text: str) -> str:
    """What texts have in common that look alike (UTS #39)."""
    encoded, room = text.encode(), ctypes.create_string_buffer(4_096)
    length = _asked(_skeleton, _checker(), 0, encoded, len(encoded), room, len(room))
    return room.raw[:length].decode()


def decomposition(sign: str) -> str:
    """One step of its canonical or compatibility decomposition; empty: it has none."""
    room = (ctypes.c_uint16 * 64)()
    length = _asked(_decomposition, _asked(_nfkc), ord(sign), room, len(room))
    return bytes(room)[: 2 * max(0, length)].decode("utf-16-le")


@cache
def written() -> frozenset[str]:
    """The letters of all languages of CLDR, main and auxiliary ones, in both cases."""
    found: set[str] = set()
    for locale in (_locale(index) for index in range(_locales())):
        # What a country writes it has from its language.
        if locale[-2:].isupper() or locale[-3:].isdigit():
            continue
        data = _asked(_open_locale, locale)
        for kind in (0, 1):
            letters = _asked(_exemplars, data, None, 0, kind)
            for part in _members(letters):
                found.update(part if isinstance(part, str) else map(chr, part))
            _close_set(letters)
        _close_locale(data)
    return frozenset(found | {cased for sign in found for cased in (sign.upper(), sign.lower()) if len(cased) == 1})


def _members(found: int) -> Iterator[range | str]:
    """The ranges and the texts of a set."""
    for index in range(_items(found)):
        first, last, room = _Int(), _Int(), (ctypes.c_uint16 * 64)()
        length = _asked(_item, found, index, ctypes.byref(first), ctypes.byref(last), room, len(room))
        if length < 2:
            yield range(first.value, last.value + 1)
        else:
            yield bytes(room)[: 2 * length].decode("utf-16-le")
