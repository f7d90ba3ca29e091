"""Options: what an engine announces, and checking a value before it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Union

from .errors import BadValue, NoSuchOption

#: What an option can be set to; None presses a button or empties a text.
OptionValue = Union[str, int, bool, None]


@dataclass(frozen=True)
class Option:
    """One option.

    >>> engine.options["Threads"].default, engine.options["Threads"].max
    (1, 256)
    >>> engine.options["Fly"].allowed
    ('never', 'three', 'always')
    """

    name: str
    #: `check`, `spin`, `combo`, `string` or `button`.
    type: str
    default: OptionValue = None
    #: What it is set to now.
    value: OptionValue = None
    min: int | None = None
    max: int | None = None
    #: The words of a combo.
    allowed: tuple[str, ...] = ()

    def text(self, value: OptionValue) -> str:
        """The value as it is sent, or `BadValue`; the empty text for a button.

        >>> Option("Threads", "spin", min=1, max=4).text(9)
        Traceback (most recent call last):
        ...
        umi.errors.BadValue: Threads takes a whole number from 1 to 4, not 9
        """
        if self.type == "button":
            return "" if value is None else self._refuse("no value", value)
        if self.type == "check":
            word = str(value).lower()
            return word if word in _TRUTH else self._refuse("true or false", value)
        if self.type == "spin":
            return self._number(value)
        if self.type == "combo":
            return self._word(value)
        text = spelled(value)
        if any(mark in text for mark in "\r\n\0"):
            self._refuse("text of one line", value)
        return text

    def _number(self, value: OptionValue) -> str:
        low, high = self.min, self.max
        wanted = f"a whole number from {low} to {high}"
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return self._refuse(wanted, value)
        try:
            number = int(value)
        except ValueError:
            return self._refuse(wanted, value)
        if (low is not None and number < low) or (high is not None and number > high):
            return self._refuse(wanted, value)
        return str(number)

    def _word(self, value: OptionValue) -> str:
        text = spelled(value)
        # Variants have aliases that are not listed; the engine judges those.
        if self.name.lower() != "variant" and text.lower() not in map(str.lower, self.allowed):
            return self._refuse("one of " + ", ".join(self.allowed), value)
        if not text or any(mark in text for mark in "\r\n\0"):
            return self._refuse("a word", value)
        return text

    def _refuse(self, wanted: str, value: OptionValue) -> str:
        data: dict[str, object] = {}
        if self.type == "spin":
            data = {"min": self.min, "max": self.max}
        elif self.type == "combo":
            data = {"allowed": list(self.allowed)}
        elif self.type == "check":
            data = {"allowed": list(_TRUTH)}
        message = f"{self.name} takes {wanted}, not {value!r}"
        raise BadValue(message, command="setoption", data=data)


_TRUTH = ("true", "false")


def spelled(value: OptionValue) -> str:
    """The value of a text or of a combo, where truth is `on` or `off`.

    >>> spelled(True), spelled(3), spelled("")
    ('on', '3', '<empty>')
    """
    if value is None or value == "":
        return "<empty>"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def set_line(name: str, text: str) -> str:
    """The line that sets an option; without a text it presses a button."""
    return f"setoption name {name} value {text}" if text else f"setoption name {name}"


def find_option(options: Mapping[str, Option], name: str) -> Option:
    """The option of a name, whatever its case, or `NoSuchOption`."""
    for option in options.values():
        if option.name.lower() == name.lower():
            return option
    raise NoSuchOption(f"no option is named {name!r}", command="setoption")


def read_option(text: str) -> Option | None:
    """What follows the word `option`; None if it is malformed.

    >>> read_option("name Hash type spin default 64 min 1 max 512 value 32")
    Option(name='Hash', type='spin', default=64, value=32, min=1, max=512, allowed=())
    """
    head = text.split(maxsplit=4)
    if len(head) < 4 or head[0] != "name" or head[2] != "type":
        return None
    name, kind, rest = head[1], head[3], head[4] if len(head) == 5 else ""
    if kind == "string":
        default, _, value = rest.partition(" value ")
        default = default[len("default ") :] if default.startswith("default ") else default
        return Option(name, kind, _typed(kind, default), _typed(kind, value))
    words = rest.split()
    found: dict[str, list[str]] = {}
    for key, value in zip(words[::2], words[1::2]):
        found.setdefault(key, []).append(value)
    try:
        return Option(
            name,
            kind,
            default=_typed(kind, found["default"][0]) if "default" in found else None,
            value=_typed(kind, found["value"][0]) if "value" in found else None,
            min=int(found["min"][0]) if "min" in found else None,
            max=int(found["max"][0]) if "max" in found else None,
            allowed=tuple(found.get("var", ())),
        )
    except ValueError:
        return None


def _typed(kind: str, text: str) -> OptionValue:
    if kind == "spin":
        return int(text)
    if kind == "check":
        return text == "true"
    return "" if text == "<empty>" else text
