"""Names: of fields, with the nearest where there is none, and of the values of enumerated fields."""

from __future__ import annotations

import difflib
import functools
import re

from ibpkt.batch.fields import DisplayField, fields

_ENDINGS = re.compile("(?:number|num|nr|no|n|s)$")
#: Wireshark writes "Reliable Connection (RC) - SEND Only" where the specification's names begin with RC
_SPELLED_OUT = re.compile(r"^[^()]*\((\w+)\) - ")


def is_like_field(text: str) -> bool:
    """Whether a word that is no field was probably meant to be one."""
    return re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", text) is not None


def nearest_fields(name: str) -> list[str]:
    """The names of fields that may have been meant, best first."""
    known = fields()
    wanted = name.casefold()
    header, _, last = wanted.rpartition(".")
    stem = _ENDINGS.sub("", last) or last
    beside = [each for each in known if each.rpartition(".")[0] == header]
    found = [each for each in known if each == wanted or each.endswith(f".{wanted}")]
    found += [each for each in beside if stem in each.rpartition(".")[2] and len(stem) > 1]
    found += [each for each in known if each.startswith(f"{wanted}.")]
    found += difflib.get_close_matches(wanted, known, n=3, cutoff=0.6)
    return list(dict.fromkeys(found))[:3]


def plain(name: str) -> str:
    """A name without what people write differently: case, blanks, underscores and other marks."""
    return re.sub(r"[\W_]", "", _SPELLED_OUT.sub(r"\1", name)).casefold()


def enumeration(field: DisplayField) -> dict[int, str]:
    """The names of the values of a field."""
    return {number: name for leaf in field.leaves for number, name in leaf.enum.items()}


@functools.lru_cache(maxsize=256)
def _by_name(field: DisplayField) -> dict[str, frozenset[int]]:
    names: dict[str, set[int]] = {}
    for number, name in enumeration(field).items():
        names.setdefault(plain(name), set()).add(number)
    return {name: frozenset(numbers) for name, numbers in names.items()}


def values_named(field: DisplayField, name: str) -> frozenset[int]:
    """The values of an enumerated field that have a name; none where there is no such name."""
    return _by_name(field).get(plain(name), frozenset()) if plain(name) else frozenset()


def nearest_values(field: DisplayField, name: str) -> list[str]:
    """The names of values that may have been meant, quoted, best first; of equals the lower value's."""
    wanted = plain(name)
    matcher = difflib.SequenceMatcher(b=wanted)
    scores: dict[str, float] = {}
    for _, known in sorted(enumeration(field).items()):
        matcher.set_seq1(plain(known))
        scores.setdefault(known, matcher.ratio() if wanted else 0)
    near = sorted((each for each in scores if scores[each] >= 0.6), key=lambda each: -scores[each])
    inside = [each for each in scores if wanted and wanted in plain(each)]
    return [f'"{each}"' for each in list(dict.fromkeys([*near, *inside]))[:3]]
