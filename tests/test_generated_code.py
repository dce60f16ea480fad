"""No Python in the hot functions: the C that Cython generates for them, and for all they call, is read.

Whoever puts a Python object into one of them gets a failure with the line; `cython -a` shows where it comes from.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from playing import ROOT

from dinoai.engine.debug import DEBUG

GENERATED = ROOT / "build" / ("cython-debug" if DEBUG else "cython")

GAME = ("actor", "actions", "apply", "within_move", "chance", "payoff", "sample", "infoset", "playout")
HOT = {
    "engine/jurassic_snack": GAME,
    "engine/draftosaurus": (*(f"game_{name}" for name in GAME), "act", "write_actions", "sample_world", "play_random"),
    "search": (
        *("run_until", "simulate", "choose", "choose_available", "legal", "find_sequence", "try_edge"),
        *("select_edge", "select_available_edge", "find_node", "add_node", "add_edges", "extend_edges", "find_edge"),
        *("choose_guided", "judge", "play_out", "finish", "add_result", "select_guided_edge", "add_guided_edges"),
        *("choose_move", "write_moves", "play_move", "reward"),
    ),
    "search/knowledge": ("play_greedily",),
}
"""The hot functions by folder; in which module of it a function stands does not matter."""

DEFINITION = re.compile(r"^[\w *]*?\b(__pyx_f_\w+)\([^;{]*\) ?\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
CALLED = re.compile(r"\b__pyx_f_\w+")
METHOD = re.compile(r"__pyx_vtab\)?->(\w+)\(")
PYTHON = re.compile(r"\b(?:_?Py[A-Z]\w*|__Pyx_\w+|__pyx_(?:n|k|kp|int|float|tuple|empty|builtin|pw|pf|gb)_\w+)")
NOISE = re.compile(r'/\*.*?\*/|^#.*?$|"(?:\\.|[^"\\\n])*"', re.MULTILINE | re.DOTALL)


@cache
def definitions() -> dict[str, str]:
    """The bodies of all Cython functions by their names in C, without comments."""
    result = {}
    for path in sorted(GENERATED.rglob("*.c")):
        if path.relative_to(GENERATED).with_suffix(".pyx").as_posix() in sources():
            for name, body in DEFINITION.findall(NOISE.sub(" ", path.read_text(encoding="utf-8"))):
                result[name] = body
    return result


@cache
def sources() -> frozenset[str]:
    """The extension modules there are now; what is left of others is not read."""
    paths = [path for folder in ("engine", "search") for path in (ROOT / folder).rglob("*.pyx")]
    return frozenset(path.relative_to(ROOT).as_posix() for path in paths)


def mangled(*words: str) -> str:
    """Names as Cython writes them, each after its length."""
    return "".join(f"{len(word)}{word}_" for word in words)


def find_functions(folder: str, name: str) -> list[str]:
    """The functions and methods of that name in the folder's modules."""
    package = f"__pyx_f_{mangled('dinoai', *folder.split('/'))}"
    module = r"(\d+)[a-z]\w*?_(?:\d+[A-Z]\w*?_)?"
    return [found for found in definitions() if re.fullmatch(package + module + re.escape(name), found)]


def reached(function: str) -> set[str]:
    """The function, and all functions of the core that it calls, directly or not."""
    seen: set[str] = set()
    left = [function]
    while left:
        current = left.pop()
        if current in seen or current not in definitions():
            continue
        seen.add(current)
        body = definitions()[current]
        left += CALLED.findall(body)
        left += [other for name in METHOD.findall(body) for other in definitions() if other.endswith(f"_{name}")]
    return seen


@pytest.mark.parametrize(("folder", "name"), [(folder, name) for folder, names in HOT.items() for name in names])
def test_no_python_inside(folder: str, name: str) -> None:
    functions = find_functions(folder, name)
    assert functions, f"{folder} has no C function {name}; was it renamed, or is the extension not built?"
    for hot in functions:
        for function in sorted(reached(hot)):
            found = PYTHON.search(definitions()[function])
            assert found is None, f"{name} reaches {function}, where Python is called: {_line(function, found.start())}"


def _line(function: str, at: int) -> str:
    body = definitions()[function]
    return body[body.rfind("\n", 0, at) + 1 : body.find("\n", at)].strip()


def test_python_would_be_found() -> None:
    """What a Python call looks like in the generated C of a function that is not hot."""
    constructor = next(name for name in definitions() if name.endswith("5state_new_state"))
    assert PYTHON.search(definitions()[constructor])
