"""JSON answers: reading their members with the types that the protocol gives them.

An answer may have members that nobody here knows; a member that is missing or of another type
is a `ProtocolError`.
"""

from __future__ import annotations

import json
from typing import Any, Mapping, Type, TypeVar

from .errors import ProtocolError

T = TypeVar("T")


def read_object(word: str, text: str) -> dict[str, Any]:
    """The object after the first word of an answer."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"the answer to `{word}` is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise ProtocolError(f"the answer to `{word}` is no JSON object")
    return data


def member(data: Mapping[str, Any], name: str, kind: Type[T]) -> T:
    """A member that must be there and of this type.

    >>> member({"ply": 3}, "ply", int)
    3
    """
    value = data.get(name)
    if not isinstance(value, kind):
        raise ProtocolError(f"member `{name}` should be {kind.__name__}, not {value!r}")
    return value


def optional(data: Mapping[str, Any], name: str, kind: Type[T]) -> T | None:
    """A member that may be null or missing."""
    return None if data.get(name) is None else member(data, name, kind)


def texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A member that is an array of text; nothing if it is missing."""
    return tuple(str(each) for each in optional(data, name, list) or ())


def counts(data: Mapping[str, Any], name: str) -> dict[str, int]:
    """A member that is an object of numbers; nothing if it is missing."""
    found = optional(data, name, dict) or {}
    return {str(key): member(found, key, int) for key in found}
