"""What is wrong with the fields of a state: problems of form, and contradictions where the form is right.

Fields are plain objects named as in the schema. An enum value that the schema does not know is its number. Every
problem has the path of its field and says what is allowed there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from dinoai.engine.document import shorten
from dinoai.engine.errors import Problem
from dinoai.engine.jurassic_snack.names import (
    COLOURS,
    ERUPTION_LAST_TOKEN,
    GRASS,
    MARKS,
    SQUARE_PATTERN,
    STALEMATE_TURNS,
    TOTALS,
)
from dinoai.engine.jurassic_snack.tables import find_area

ROOT = "jurassic_snack"
"""Where the state's fields are."""

Fields = dict[str, Any]

_SQUARE = re.compile(SQUARE_PATTERN)


def form_problems(fields: Fields) -> list[Problem]:
    """Everything that is wrong with the form of single fields."""
    return [Problem(f"{ROOT}.{path}", text) for path, text in _form(fields)]


def _form(fields: Fields) -> Iterator[tuple[str, str]]:
    if "viewer" in fields:
        yield from _name(fields["viewer"], COLOURS, "viewer", "or be left out for a full state")
    rows_wrong = list(_rows(fields["rows"]))
    yield from rows_wrong
    if fields["to_move"] == 0:
        yield "to_move", f"is required: {' or '.join(COLOURS)}"
    else:
        yield from _name(fields["to_move"], COLOURS, "to_move")
    if fields["actions_left"] > 2:
        yield "actions_left", f"must be 1 or 2 (0 only while an effect is pending), not {fields['actions_left']}"
    if "pending" in fields:
        yield from _name(fields["pending"], GRASS, "pending", "or be left out when no effect is pending")
    size = None if rows_wrong else (len(fields["rows"][0]), len(fields["rows"]))
    for index, square in enumerate(fields["looks_made"]):
        yield from _square(square, size, f"looks_made[{index}]")
    for colour in ("blue", "yellow"):
        for index, token in enumerate(fields["eaten"][colour]):
            yield from _name(token, GRASS, f"eaten.{colour}[{index}]")
        for index, square in enumerate(fields["looked"][colour]):
            yield from _square(square, size, f"looked.{colour}[{index}]")
    for square, token in fields["tokens"].items():
        shown = square if square.isprintable() and 0 < len(square) <= 60 else shorten(square)
        yield from _square(square, size, f"tokens.{shown}")
        yield from _name(token, GRASS, f"tokens.{shown}")
    for index, entry in enumerate(fields["erupted"]):
        if "token" in entry:
            yield from _name(entry["token"], GRASS, f"erupted[{index}].token", "or be left out where it is not known")
        for place, colour in enumerate(entry["looked_by"]):
            yield from _name(colour, COLOURS, f"erupted[{index}].looked_by[{place}]")
    options = fields["options"]
    if options["stalemate_turns"] not in STALEMATE_TURNS:
        yield "options.stalemate_turns", f"must be 2 or 4, not {options['stalemate_turns']}"
    yield from _name(options["eruption_last_token"], ERUPTION_LAST_TOKEN, "options.eruption_last_token")


def _name(value: Any, allowed: tuple[str, ...], path: str, otherwise: str = "") -> Iterator[tuple[str, str]]:
    if value not in allowed:
        yield path, f"must be one of {', '.join(allowed)}{' ' if otherwise else ''}{otherwise}, not {shorten(value)}"


def _square(name: str, size: tuple[int, int] | None, path: str) -> Iterator[tuple[str, str]]:
    if not _SQUARE.fullmatch(name):
        yield path, f"must be a square such as a1 (a column letter and a row number), not {shorten(name)}"
    elif size is not None and (ord(name[0]) - ord("a") >= size[0] or int(name[1:]) > size[1]):
        last = "abcdefghijkl"[size[0] - 1] + str(size[1])
        yield path, f"{name} is not in the picture, whose squares go from a1 to {last}"


def _rows(rows: list[str]) -> Iterator[tuple[str, str]]:
    if not rows:
        yield "rows", "is required: the picture of the playing area, a string for each row"
        return
    wrong = False
    # An empty row may stand for one that could not be read; the others are not to be measured by it.
    width = Counter(len(row) for row in rows if row or not any(rows)).most_common(1)[0][0]
    for index, row in enumerate(rows):
        bad = next((column for column, mark in enumerate(row) if mark not in MARKS), None)
        if bad is not None:
            wrong = True
            allowed = "B and Y Diplos, T T.Rex, G face-down token, . empty, # outside"
            yield f"rows[{index}]", f"character {bad + 1} is {shorten(row[bad])}; allowed are {allowed}"
        elif len(row) != width:
            wrong = True
            yield f"rows[{index}]", f"has {len(row)} characters, other rows have {width}; all must have the same length"
    if not wrong and find_area(rows) is None:
        yield "rows", _shape_problem(rows)


def _shape_problem(rows: list[str]) -> str:
    """Why the picture is none of the 19 areas."""
    wanted = "the area is four 3x3 pastures on the 3-grid of the picture, each sharing a whole side with another"
    if not rows[0]:
        return f"the rows are empty; {wanted}"
    edges = {
        "first row": rows[0],
        "last row": rows[-1],
        "first column": [row[0] for row in rows],
        "last column": [row[-1] for row in rows],
    }
    side = next((name for name, marks in edges.items() if set(marks) == {"#"}), None)
    if side:
        return f"the {side} lies wholly outside; the picture must be the exact bounding box of the area"
    n_inside = sum(mark != "#" for row in rows for mark in row)
    if n_inside != 36:
        return f"{n_inside} squares are inside; {wanted}, 36 squares in all"
    if len(rows) % 3 or len(rows[0]) % 3:
        return f"the picture is {len(rows[0])} wide and {len(rows)} high; both must be multiples of 3, as {wanted}"
    return f"the shape is not a playing area; {wanted}"


def contradictions(fields: Fields) -> list[Problem]:
    """Everything in which fields of the right form contradict the rules or one another."""
    return [Problem(f"{ROOT}.{path}" if path else ROOT, text) for path, text in _contradictions(fields)]


def _contradictions(fields: Fields) -> Iterator[tuple[str, str]]:
    yield from _pieces(fields)
    yield from _totals(fields)
    yield from _turn(fields)
    yield from _effect(fields)
    yield from _looked(fields)
    yield from _tokens(fields)
    yield from _erupted(fields)


def _marks(fields: Fields) -> Counter[str]:
    return Counter("".join(fields["rows"]))


def _grass_squares(fields: Fields) -> list[str]:
    return [
        "abcdefghijkl"[column] + str(row + 1)
        for row, marks in enumerate(fields["rows"])
        for column, mark in enumerate(marks)
        if mark == "G"
    ]


def _eaten(fields: Fields) -> list[str]:
    return [*fields["eaten"]["blue"], *fields["eaten"]["yellow"]]


def _pieces(fields: Fields) -> Iterator[tuple[str, str]]:
    marks = _marks(fields)
    for mark, colour in (("B", "blue"), ("Y", "yellow")):
        if marks[mark] > 5:
            yield "rows", f"shows {marks[mark]} {colour} Diplos; each colour has 5"
    if not marks["B"] and not marks["Y"]:
        yield "rows", "shows no Diplo; at least one colour must have one"
    surprises = _eaten(fields).count("SURPRISE")
    if marks["T"] > 2:
        yield "rows", f"shows {marks['T']} T.Rex; there are 2"
    if marks["T"] != surprises:
        text = f"shows {marks['T']} T.Rex, but {surprises} SURPRISE eaten"
        yield "rows", f"{text}; one T.Rex comes into play with each and none ever leaves"


def _totals(fields: Fields) -> Iterator[tuple[str, str]]:
    grass, eaten, erupted = _marks(fields)["G"], len(_eaten(fields)), len(fields["erupted"])
    if grass + eaten + erupted != 28:
        total = f"{grass} tokens in the picture + {eaten} eaten + {erupted} erupted = {grass + eaten + erupted}"
        yield "", f"{total}; together they must be 28"
    known = Counter(_eaten(fields))
    known.update(fields["tokens"].values())
    known.update(entry["token"] for entry in fields["erupted"] if "token" in entry)
    for token, n in TOTALS.items():
        if known[token] > n:
            yield "", f"{known[token]} {token} are eaten, in tokens or erupted; the game has {n}"


def _turn(fields: Fields) -> Iterator[tuple[str, str]]:
    if "pending" not in fields and fields["actions_left"] == 0:
        yield "actions_left", "is 0, which is possible only while an effect is pending; otherwise it must be 1 or 2"
    if "pending" in fields and fields["actions_left"] == 2:
        yield "actions_left", "is 2, but the action that caused the pending effect is spent; it must be 0 or 1"
    stalemate_turns = fields["options"]["stalemate_turns"]
    if fields["quiet_turns"] > stalemate_turns:
        yield "quiet_turns", f"is {fields['quiet_turns']}, but the game ends after {stalemate_turns} (stalemate_turns)"


def _effect(fields: Fields) -> Iterator[tuple[str, str]]:
    looks = fields["looks_made"]
    if "pending" not in fields:
        if looks:
            yield "looks_made", "must be empty when no effect is pending"
        return
    pending, mover = fields["pending"], fields["to_move"].lower()
    marks = _marks(fields)
    if pending in ("YUMMY", "SURPRISE"):
        yield "pending", f"{pending} leaves no choice and is never pending"
    elif not marks["G"]:
        yield "pending", f"no token is left in the picture, so the game is over and {pending} has no effect any more"
    if pending not in fields["eaten"][mover]:
        yield "pending", f"{pending} is not in eaten.{mover}; a pending token is already on the mover's pile"
    if not fields["turn_eventful"]:
        yield "turn_eventful", "must be true while an effect is pending: a token was eaten this turn"
    if not marks["."]:
        yield "rows", "shows no empty square while an effect is pending; the eater has just left one"
    looked = set(fields["looked"][mover])
    yield from _twice(looks, "looks_made")
    for index, square in enumerate(looks):
        if square not in looked:
            yield f"looks_made[{index}]", f"{square} is not in looked.{mover}"
    if looks and not _looks_instead(fields):
        yield "looks_made", f"must be empty: {pending} can be applied, so there is nothing to look at instead"
    elif looks and len(looks) >= min(2, marks["G"]):
        yield "looks_made", f"lists {len(looks)} looks, with which the effect is complete and no longer pending"


def _looks_instead(fields: Fields) -> bool:
    """Whether the pending effect cannot be applied (E8, D6)."""
    marks = _marks(fields)
    return bool(
        (fields["pending"] == "BIRTH" and marks[fields["to_move"][0]] >= 5)
        or (fields["pending"] == "AIR_RAID" and not marks["T"])
        or (
            fields["pending"] == "VOLCANIC_ERUPTION"
            and marks["G"] == 1
            and fields["options"]["eruption_last_token"] == "LOOK"
        )
    )


def _looked(fields: Fields) -> Iterator[tuple[str, str]]:
    grass = set(_grass_squares(fields))
    for colour in ("blue", "yellow"):
        yield from _twice(fields["looked"][colour], f"looked.{colour}")
        for index, square in enumerate(fields["looked"][colour]):
            if square not in grass:
                yield f"looked.{colour}[{index}]", f"{square} holds no token in the picture (G)"


def _twice(squares: list[str], path: str) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for index, square in enumerate(squares):
        if square in seen:
            yield f"{path}[{index}]", f"{square} is listed twice"
        seen.add(square)


def _tokens(fields: Fields) -> Iterator[tuple[str, str]]:
    grass = _grass_squares(fields)
    tokens = fields["tokens"]
    viewer = fields.get("viewer", "")
    known = list(dict.fromkeys(fields["looked"][viewer.lower()])) if viewer else grass
    for square in tokens:
        if square not in grass:
            yield f"tokens.{square}", f"{square} holds no token in the picture (G)"
        elif square not in known:
            yield f"tokens.{square}", f"{viewer} cannot know it, as {square} is not in looked.{viewer.lower()}"
    missing = ", ".join(square for square in known if square in grass and square not in tokens)
    if missing and viewer:
        yield "tokens", f"lacks {missing}, which {viewer} has looked at (looked.{viewer.lower()})"
    elif missing:
        yield "tokens", f"lacks {missing}; a full state names every token (a view has a viewer)"


def _erupted(fields: Fields) -> Iterator[tuple[str, str]]:
    eruptions = _eaten(fields).count("VOLCANIC_ERUPTION") - (fields.get("pending") == "VOLCANIC_ERUPTION")
    n = len(fields["erupted"])
    may_be_fewer = not _marks(fields)["G"] or fields["options"]["eruption_last_token"] == "LOOK"
    if n > 2 * max(eruptions, 0) or (n < 2 * eruptions and not may_be_fewer):
        yield "erupted", f"lists {n} tokens; {eruptions} resolved VOLCANIC_ERUPTION took off {2 * eruptions}"
    viewer = fields.get("viewer")
    for index, entry in enumerate(fields["erupted"]):
        if len(set(entry["looked_by"])) < len(entry["looked_by"]):
            yield f"erupted[{index}].looked_by", "lists a colour twice"
        if viewer is None:
            if "token" not in entry:
                yield f"erupted[{index}].token", "is required: a full state names every token"
        elif viewer in entry["looked_by"] and "token" not in entry:
            yield f"erupted[{index}].token", f"is required: {viewer} has looked at it"
        elif viewer not in entry["looked_by"] and "token" in entry:
            yield f"erupted[{index}].token", f"must be left out: {viewer} has not looked at it (looked_by)"
