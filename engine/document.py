"""Strict reading of proto3 JSON: every problem of form is listed with its field path, nothing is repaired.

The JSON parser of the protobuf library stops at the first problem and names it in its own words, so states are read
here by the message's descriptor instead. Both `snake_case` and `lowerCamelCase` names are accepted, enums by name.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from dinoai.engine.errors import MAX_PROBLEMS, InvalidInputError, Problem

MAX_DOCUMENT_BYTES = 65536
"""A document of this size or more is refused before it is parsed."""

_NO_VALUE = object()
_INT_RANGES = {
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**64 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
}


def parse_json(text: str | bytes) -> Any:
    """Parse JSON text into plain objects.

    Raises `InvalidInputError` when it is 64 KiB or larger, not UTF-8, not JSON, nested too deeply, or has a key twice
    or a number that JSON does not know.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) >= MAX_DOCUMENT_BYTES:
        limit = f"it must be smaller than {MAX_DOCUMENT_BYTES}"
        raise InvalidInputError.at("", f"the document has {len(data)} bytes; {limit}")
    try:
        decoded = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInputError.at("", f"not a text in UTF-8 (byte {error.start})") from None
    if not decoded.strip():
        raise InvalidInputError.at("", "the document is empty; it must be a JSON object")
    try:
        return json.loads(
            decoded, parse_constant=_refuse_constant, parse_int=_whole_number, object_pairs_hook=_unique_keys
        )
    except json.JSONDecodeError as error:
        raise InvalidInputError.at("", f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise InvalidInputError.at("", "nested too deeply") from None


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidInputError.at("", f"{name} is not a JSON number")


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # Python converts no more than some thousands of digits
        raise InvalidInputError.at("", f"a number of {len(text)} digits is too long") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise InvalidInputError.at("", f"the key {shorten(key)} appears twice in one object")
        result[key] = value
    return result


def fill_message(message: Message, document: Any, path: str = "") -> list[Problem]:
    """Fill a message from a parsed JSON object; returns all problems of form, leaving those fields absent.

    In lists the default stands for what cannot be read, so that what follows keeps its place. Reading ends early when
    there are more than `MAX_PROBLEMS`.
    """
    problems: list[Problem] = []

    def report(problem: Problem) -> None:
        problems.append(problem)
        if len(problems) > MAX_PROBLEMS:
            raise _TooManyProblemsError

    with contextlib.suppress(_TooManyProblemsError):
        _Reader(report).message(message, document, path)
    return problems


def message_json(message: Message, indent: int | None = 2) -> str:
    """The message as JSON text with proto field names; scalars without presence are written even when zero."""
    return json.dumps(message_dict(message), indent=indent)


def message_dict(message: Message) -> dict[str, Any]:
    """The message as plain objects, as `message_json` writes them: fields in the order of the schema, maps sorted."""
    written: dict[str, Any] = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return _ordered(written, message.DESCRIPTOR)


_trims: dict[str, Callable[[dict[str, Any]], None]] = {}


def trim_written(message_class: type[Message], trim: Callable[[dict[str, Any]], None]) -> None:
    """Have `trim` take from a written message of a class the fields that have no meaning there."""
    _trims[message_class.DESCRIPTOR.full_name] = trim


def map_order(key: str) -> tuple[int, str]:
    """Sorts squares by row, then column, cells by number, and other keys of maps by name."""
    return int("0" + "".join(filter(str.isdecimal, key))[:9]), key


def _ordered(written: dict[str, Any], descriptor: Any) -> dict[str, Any]:
    """The same in order: the library writes scalars without presence last, and maps as they are hashed."""
    result: dict[str, Any] = {}
    for field in descriptor.fields:
        if field.name not in written:
            continue
        value, kind = written[field.name], field.message_type
        if kind is None:
            result[field.name] = value
        elif kind.GetOptions().map_entry:
            result[field.name] = {key: value[key] for key in sorted(value, key=map_order)}
        elif isinstance(value, list):
            result[field.name] = [_ordered(item, kind) for item in value]
        else:
            result[field.name] = _ordered(value, kind)
    trim = _trims.get(descriptor.full_name)
    if trim is not None:
        trim(result)
    return result


def shorten(value: Any) -> str:
    """A value for an error message, at most 60 characters long."""
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=not value.isprintable())
    elif isinstance(value, dict):
        text = "an object"
    elif isinstance(value, list):
        text = "a list"
    else:
        text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def join_path(path: str, name: str) -> str:
    """The path of a field within an object."""
    return f"{path}.{name}" if path else name


def is_reported(path: str, reported: Iterable[str]) -> bool:
    """Whether the path, or one that holds it, is already reported: what could not be read is not missing."""
    return any(path == other or path.startswith((f"{other}.", f"{other}[")) for other in reported)


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """`; did you mean X?` for the nearest allowed word, or nothing."""
    nearest = difflib.get_close_matches(word[:64].upper(), {name.upper(): name for name in allowed}, n=1, cutoff=0.6)
    for name in allowed:
        if nearest and name.upper() == nearest[0]:
            return f"; did you mean {name}?"
    return ""


def nearest_or_all(word: str, allowed: Sequence[str]) -> str:
    """`; did you mean X?` for the nearest allowed word, or else `; there are` with all of them."""
    return did_you_mean(word, allowed) or f"; there are {', '.join(allowed)}"


class _TooManyProblemsError(Exception):
    """Enough has been found."""


class _Reader:
    """Walks a JSON value along a message descriptor and reports what does not fit."""

    def __init__(self, report: Callable[[Problem], None]) -> None:
        self._report = report

    def _problem(self, path: str, text: str) -> Any:
        self._report(Problem(path, text))
        return _NO_VALUE

    def message(self, message: Message, document: Any, path: str) -> None:
        """Fill one message."""
        descriptor = message.DESCRIPTOR
        if not isinstance(document, dict):
            self._problem(path, f"must be an object, not {shorten(document)}")
            return
        names: dict[str, Any] = {name: field for field in descriptor.fields for name in (field.name, field.json_name)}
        seen: dict[str, str] = {}
        excluded = self._exclusions(document, names, path)
        for key, value in document.items():
            field = names.get(key)
            if field is None:
                allowed = ", ".join(field.name for field in descriptor.fields)
                shown = key if key.isprintable() and len(key) <= 60 else shorten(key)
                hint = did_you_mean(key, [field.name for field in descriptor.fields])
                self._problem(join_path(path, shown), f"no such field{hint}; the fields here are {allowed}")
            elif field.name in seen:
                self._problem(join_path(path, field.name), f"given twice, as {seen[field.name]} and as {key}")
            elif value is not None:
                seen[field.name] = key
                if field.name not in excluded:
                    self._field(message, field, value, join_path(path, field.name))

    def _exclusions(self, document: dict[str, Any], names: dict[str, Any], path: str) -> set[str]:
        """Fields that exclude each other and are given together: which is meant, and so what it holds, is not known."""
        given: dict[str, dict[str, None]] = {}
        for key, value in document.items():
            oneof = names[key].containing_oneof if key in names else None
            if oneof is not None and value is not None:
                given.setdefault(oneof.name, {})[names[key].name] = None
        excluded: set[str] = set()
        for fields in given.values():
            if len(fields) > 1:
                self._problem(path, f"{' and '.join(fields)} exclude each other")
                excluded.update(fields)
        return excluded

    def _field(self, message: Message, field: FieldDescriptor, value: Any, path: str) -> None:
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            self._map(getattr(message, field.name), field, value, path)
        elif field.is_repeated:
            self._list(getattr(message, field.name), field, value, path)
        elif field.message_type is not None:
            child = getattr(message, field.name)
            child.SetInParent()
            self.message(child, value, path)
        else:
            scalar = self._scalar(field, value, path)
            if scalar is not _NO_VALUE:
                setattr(message, field.name, scalar)

    def _list(self, target: Any, field: FieldDescriptor, value: Any, path: str) -> None:
        if not isinstance(value, list):
            self._problem(path, f"must be a list, not {shorten(value)}")
            return
        for index, item in enumerate(value):
            item_path = f"{path}[{index}]"
            if field.message_type is not None:
                self.message(target.add(), item, item_path)
            else:
                scalar = self._scalar(field, item, item_path)
                target.append(_place_holder(field) if scalar is _NO_VALUE else scalar)

    def _map(self, target: Any, field: FieldDescriptor, value: Any, path: str) -> None:
        if not isinstance(value, dict):
            self._problem(path, f"must be an object, not {shorten(value)}")
            return
        entry = field.message_type
        assert entry is not None
        key_field, value_field = entry.fields_by_name["key"], entry.fields_by_name["value"]
        for key in sorted(value, key=map_order):
            item = value[key]
            shown = key if key.isprintable() and len(key) <= 60 else shorten(key)
            item_path = join_path(path, shown)
            map_key: Any = key
            if key_field.cpp_type != FieldDescriptor.CPPTYPE_STRING:
                if not (key.isascii() and key.isdigit() and len(key) <= 9) or str(int(key)) != key:
                    self._problem(item_path, f"the key must be a whole number, not {shorten(key)}")
                    continue
                map_key = int(key)
            elif not _encodable(key):
                self._problem(item_path, "the key is not valid Unicode")
                continue
            scalar = self._scalar(value_field, item, item_path)
            if scalar is not _NO_VALUE:
                target[map_key] = scalar

    def _scalar(self, field: FieldDescriptor, value: Any, path: str) -> Any:
        if field.enum_type is not None:
            return self._enum(field.enum_type, value, path)
        if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
            if not isinstance(value, str):
                return self._problem(path, f"must be a string, not {shorten(value)}")
            return value if _encodable(value) else self._problem(path, "is not valid Unicode")
        if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
            if isinstance(value, bool):
                return value
            return self._problem(path, f"must be true or false, not {shorten(value)}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            return self._problem(path, f"must be a number, not {shorten(value)}")
        if field.cpp_type in _INT_RANGES:
            low, high = _INT_RANGES[field.cpp_type]
            if not low <= value <= high or value != int(value):
                return self._problem(path, f"must be a whole number from {low} to {high}, not {shorten(value)}")
            return int(value)
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        return number if math.isfinite(number) else self._problem(path, "the number is too large")

    def _enum(self, enum: EnumDescriptor, value: Any, path: str) -> Any:
        names = [item.name for item in enum.values if item.number != 0]
        if isinstance(value, str) and value in names:
            return enum.values_by_name[value].number
        hint = did_you_mean(value, names) if isinstance(value, str) else ""
        return self._problem(path, f"must be one of {', '.join(names)}, not {shorten(value)}{hint}")


def _place_holder(field: FieldDescriptor) -> Any:
    return "" if field.cpp_type == FieldDescriptor.CPPTYPE_STRING else 0


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
