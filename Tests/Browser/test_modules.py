"""What a reader of the pages' modules may count on: no function is longer than a screen."""

import re

import pytest

from pages import WEB

#: `function`, also within another one, or a method; the indentation says where it ends.
HEAD = re.compile(r"^( *)(?:export )?(?:async )?(?:function\*? \w+|(?:(?:async|get|set|static) )?#?\w+)\(.*\) \{$")
NOT_ONE = re.compile(r"^ *(?:if|for|while|switch|catch|else)\b")
LONGEST = 60


def functions(code: str) -> dict[str, int]:
    """Each function's first line with how many lines it has."""
    lines = code.split("\n")
    found = {}
    for number, line in enumerate(lines):
        head = HEAD.match(line)
        if head and not NOT_ONE.match(line):
            end = next(n for n in range(number + 1, len(lines)) if lines[n].startswith(head[1] + "}"))
            found[line.strip()] = end - number + 1
    return found


@pytest.mark.parametrize("path", sorted(WEB.glob("*/*.js")), ids=lambda path: path.name)
def test_functions_fit_a_screen(path):
    assert {name: lines for name, lines in functions(path.read_text()).items() if lines > LONGEST} == {}


def test_the_check_sees_what_it_is_for():
    long = "export async function make(root, app) {\n" + "    step();\n" * 60 + "}\n"
    assert functions(long) == {"export async function make(root, app) {": 62}
    assert functions("    if (isOpen) {\n        go();\n    }\n") == {}
