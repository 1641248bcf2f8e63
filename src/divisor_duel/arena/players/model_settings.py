"""The settings of a language model: everything that shapes its requests.

A model is written ``chat:MODEL@URL``, with options after its name, as in
``chat:MODEL,temperature=0,max_tokens=2000@URL``, or as a TOML file with the same
names and a few more:

    model = "some-model"
    url = "https://example.org/v1?api-version=3"
    key = "EXAMPLE_API_KEY"           # the variable that has the key, never the key itself
    temperature = 0.0
    max_tokens = 4000
    reasoning_effort = "low"
    system = "You play to win."
    template = "prompt.txt"           # `duel arena --template` prints ours, to copy
    seconds = 300                     # for the whole reply
    first_seconds = 60                # for the first token of a streamed reply
    stream = true
    calls = 32                        # how many may be in flight at this endpoint
    price = {input = 0.25, output = 2.0, cached = 0.05}    # for a million tokens
    extra = {seed = 7}                # more fields for the body of each request
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from divisor_duel.errors import DuelError, OptionsError
from divisor_duel.files import SETTINGS_FILE, JsonObject, read_bounded
from divisor_duel.game import brief

SECONDS = 300.0
"""Default time limit for a reply, in seconds; models may think for minutes."""

SECRET = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL)S?(_|\d|$)", re.IGNORECASE)
"""Names of environment variables not passed on to programs, and of query fields no URL may have."""

KEY_IN_URL = (
    "a key in the URL would be saved with the results; put it into a variable, and name that "
    "variable as the option key"
)

HINT = "a chat player is written chat:MODEL@URL with a URL such as http://localhost:8000/v1"


@dataclass(frozen=True)
class Model:
    """One model behind one endpoint, with its request settings."""

    model: str
    """Name of the model at the endpoint."""
    url: str
    """URL of the endpoint; a query string is preserved."""
    key: str | None = None
    """Environment variable that has the key; None for the usual ones."""
    temperature: float | None = None
    """Sampling temperature; None for the endpoint's default."""
    max_tokens: int | None = None
    """Length limit of a reply, in tokens."""
    reasoning_effort: str | None = None
    """How long the model should think, if the endpoint supports it."""
    system: str | None = None
    """System prompt."""
    template: str | None = None
    """Prompt template, with placeholders such as $rules; None for the default."""
    seconds: float | None = None
    """Time limit for a reply, in seconds; None for that of the tournament."""
    first_seconds: float | None = None
    """Time limit for the first token of a streamed reply, in seconds; None for `seconds`."""
    stream: bool = False
    """Whether to request a streamed reply."""
    calls: int = 64
    """Limit on concurrent calls to this endpoint."""
    price: tuple[tuple[str, float], ...] = ()
    """Prices of a million input, output and cached tokens."""
    extra: str = "{}"
    """More fields for the body of each request, as JSON."""

    def as_object(self) -> JsonObject:
        """Return the settings as saved with the results, which never include the key."""
        given = {name: value for name, value in asdict(self).items() if value not in (None, ())}
        return given | {"price": dict(self.price), "extra": json.loads(self.extra)}

    def cost(self, tokens: dict[str, int]) -> float:
        """Return the cost of a reply; 0 if no price is known."""
        price = dict(self.price)
        cached = tokens.get("cached_tokens", 0) if "cached" in price else 0
        uncached = tokens.get("prompt_tokens", 0) - cached
        output = tokens.get("completion_tokens", 0)
        parts = (("input", uncached), ("cached", cached), ("output", output))
        return sum(price.get(name, 0.0) * count for name, count in parts) / 1e6


@dataclass(frozen=True)
class _Kind:
    """The type, range and description of an option."""

    types: tuple[type, ...]
    wanted: str
    least: float | None = None
    most: float | None = None
    read: Callable[[str], float | str] = str

    def check(self, name: str, value: Any) -> Any:
        fits = isinstance(value, self.types) and (bool in self.types or type(value) is not bool)
        if fits and self.least is not None:
            fits = self.least <= value
        if fits and self.most is not None:
            fits = value <= self.most
        if not fits:
            raise OptionsError(f"{name} must be {self.wanted}, not {brief(value)}")
        return value


def _flag(text: str) -> bool | str:
    return {"true": True, "false": False}.get(text, text)


_TEXT = _Kind((str,), "text")
KINDS = {
    "model": _TEXT,
    "url": _TEXT,
    "key": _Kind((str,), "the name of an environment variable such as MY_API_KEY"),
    "temperature": _Kind((int, float), "a number from 0 to 10", 0, 10, float),
    "max_tokens": _Kind((int,), "a whole number from 1", 1, 10**9, int),
    "reasoning_effort": _TEXT,
    "system": _TEXT,
    "template": _Kind((str,), "the name of a file"),
    "seconds": _Kind((int, float), "a time such as 0.5", 0.001, 10**6, float),
    "first_seconds": _Kind((int, float), "a time such as 0.5", 0.001, 10**6, float),
    "stream": _Kind((bool,), "true or false", read=_flag),
    "calls": _Kind((int,), "a whole number from 1 to 4096", 1, 4096, int),
    "price": _Kind((dict,), "as {input = 0.25, output = 2.0}"),
    "extra": _Kind((dict,), "a table"),
}
"""The options of a model."""

SHORT_OPTIONS = (
    "temperature",
    "max_tokens",
    "reasoning_effort",
    "seconds",
    "first_seconds",
    "stream",
    "calls",
    "key",
)
"""Options that may follow the model's name, in addition to template and prices."""


def read_chat(text: str) -> Model:
    """Parse a model written as ``MODEL[,option=value...]@URL``."""
    head, _, rest = text.partition("@http")
    name, *pairs = head.split(",")
    given: dict[str, object] = {"model": name, "url": f"http{rest}" if rest else ""}
    price: dict[str, float] = {}
    for pair in pairs:
        option, equals, value = pair.partition("=")
        if option in ("input", "output", "cached") and equals:
            price[option] = _number(f"the price {option}", value)
        elif equals and option in (*SHORT_OPTIONS, "template"):
            given[option] = _read_word(option, value)
        else:
            names = ", ".join((*SHORT_OPTIONS, "template", "input", "output", "cached"))
            raise OptionsError(f"a model has no option {brief(pair)}; there are {names}")
    return build(given | ({"price": price} if price else {}), Path())


def _read_word(option: str, value: str) -> float | str:
    try:
        return KINDS[option].read(value)
    except ValueError:
        raise OptionsError(f"{option} must be {KINDS[option].wanted}, not {brief(value)}") from None


def _number(name: str, text: object) -> float:
    try:
        value = float(text) if isinstance(text, int | float | str) else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e9:
        raise OptionsError(f"{name} must be a number from 0, not {brief(text)}")
    return value


def read_file(path: Path) -> Model:
    """Read a model from a TOML file; DuelError if it cannot be read."""
    try:
        given = tomllib.loads(read_bounded(path, SETTINGS_FILE).decode())
    except OSError as error:
        raise DuelError(f"cannot read the player {brief(str(path))}: {error.strerror}") from None
    except RecursionError:
        raise DuelError(f"{brief(str(path))} is not TOML: it is nested too deeply") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DuelError(f"{brief(str(path))} is not TOML: {error}") from None
    try:
        return build(given, path.parent)
    except OptionsError as error:
        raise OptionsError(f"{brief(str(path))}: {error}") from None


def build(given: dict[str, Any], folder: Path) -> Model:
    """Check the options and build the model; paths are relative to `folder`."""
    unknown = given.keys() - KINDS.keys()
    if unknown:
        known = ", ".join(KINDS)
        raise OptionsError(f"a model has no option {brief(min(unknown))}; there are {known}")
    checked = {name: KINDS[name].check(name, value) for name, value in given.items()}
    _check_address(str(checked.get("model", "")), str(checked.get("url", "")))
    if not SECRET.search(checked.get("key", "KEY")):
        raise OptionsError(f"key must be {KINDS['key'].wanted}, not {brief(checked['key'])}")
    if "template" in checked:
        checked["template"] = _read_template(folder / checked["template"])
    prices = checked.get("price", {})
    if prices.keys() - {"input", "output", "cached"}:
        raise OptionsError("price has input, output and cached, each for a million tokens")
    checked["price"] = tuple(
        (name, _number(f"the price {name}", value)) for name, value in sorted(prices.items())
    )
    checked["extra"] = json.dumps(checked.get("extra", {}), sort_keys=True, default=str)
    return Model(**checked)


def _read_template(path: Path) -> str:
    try:
        return read_bounded(path, SETTINGS_FILE).decode()
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else error
        raise OptionsError(f"cannot read the template {brief(str(path))}: {problem}") from None


def _check_address(model: str, url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # the port is not a number, or brackets do not match
        usable = False
    if not usable or not model:
        raise OptionsError(f"{HINT}, not {brief(f'chat:{model}@{url}')}")
    if parts.password or any(SECRET.search(name) for name, _ in parse_qsl(parts.query)):
        raise OptionsError(KEY_IN_URL)
