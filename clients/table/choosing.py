"""Finding what a person means: a number of a list, a notation, or an unambiguous beginning of one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dinoai.engine.document import did_you_mean, shorten
from dinoai.engine.errors import InvalidInputError

_SEPARATOR = re.compile(r"([ @+-])")
_SHOWN = 6


def choose_move(text: str, moves: Sequence[str]) -> str | None:
    """The move that a text means: its number in the list from 1, its notation, or the beginning of one.

    Of a notation of several parts each may be shortened, as in `br@w` for `brachiosaurus@woody_trio`; a verb that all
    moves share may be left out. `None` where it means none of them; raises `InvalidInputError` where it means several,
    or is a number beyond the list.
    """
    word = _normal(text)
    if word.isascii() and word.isdigit():
        if not 1 <= int(word[:9]) <= len(moves):
            raise InvalidInputError.at("move", f"there are the moves 1 to {len(moves)}, not {shorten(word)}")
        return moves[int(word) - 1]
    found = _meant(word, moves)
    if len(found) > 1:
        raise InvalidInputError.at("move", f"{shorten(text.strip())} may be {_listed(found)}")
    return found[0] if found else None


def choose_word(text: str, words: Sequence[str], what: str) -> str:
    """The word that a text means, in any case and shortened as far as it stays clear. Raises `InvalidInputError`."""
    word = _normal(text).replace(" ", "_").replace("-", "_")
    found = [name for name in words if name.lower() == word] or [
        name for name in words if word and name.lower().startswith(word)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidInputError.at("", f"{shorten(text.strip())} may be {_listed([name.lower() for name in found])}")
    hint = did_you_mean(word, [name.lower() for name in words])
    names = ", ".join(name.lower() for name in words)
    raise InvalidInputError.at("", f"{shorten(text.strip())} is no {what}{hint}; there are {names}")


def moves_with(text: str, moves: Sequence[str]) -> list[str]:
    """The moves that begin like a text, or have a part that does."""
    word = _normal(text)
    return _meant(word, moves) or [
        move for move in moves if any(part.startswith(word) for part in _SEPARATOR.split(move)[::2])
    ]


def _normal(text: str) -> str:
    """Lower case, spaces only between words, and the T-Rex as moves spell it."""
    word = re.sub(r"\s*([@+-])\s*", r"\1", " ".join(text.lower().split()))
    return re.sub(r"\bt[- ]?rex\b", "t_rex", word)


def _meant(word: str, moves: Sequence[str]) -> list[str]:
    if not word:
        return []
    if word in moves:
        return [word]
    verbs = {match[0] for move in moves if (match := re.match(r"[a-z_]+[ @]", move))}
    shared = verbs.pop() if len(verbs) == 1 and all(move.startswith(tuple(verbs)) for move in moves) else ""
    if shared and shared + word in moves:
        return [shared + word]
    return _begun(word, moves) or (_begun(shared + word, moves) if shared else []) or _turned(word, shared, moves)


def _turned(word: str, shared: str, moves: Sequence[str]) -> list[str]:
    """The move that names the two squares of an Eruption in the other order."""
    match = re.fullmatch(r"([a-z_]+ |)(\w+)\+(\w+)", word)
    turned = f"{match[1] or shared}{match[3]}+{match[2]}" if match else ""
    return [turned] if turned in moves else []


def _begun(word: str, moves: Sequence[str]) -> list[str]:
    """The moves whose parts begin like those of the word; where it names whole parts, only those that have them."""
    given = _SEPARATOR.split(word)
    found = []
    for move in moves:
        parts = _SEPARATOR.split(move)
        if len(parts) >= len(given) and all(
            own.startswith(part) if index % 2 == 0 else own == part
            for index, (part, own) in enumerate(zip(given, parts, strict=False))
        ):
            found.append((sum(part == own for part, own in zip(given, parts, strict=False)), move))
    best = max((whole for whole, _ in found), default=0)
    return [move for whole, move in found if whole == best]


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return shown + (f" or {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
