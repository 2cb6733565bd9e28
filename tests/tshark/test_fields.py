"""Every field that tshark shows, by name and value, over all captures; `differences.toml` lists where they differ."""

from __future__ import annotations

import fnmatch
from collections import Counter

import pytest

from ibpkt.batch.fields import fields
from tests.tshark import regenerate, rules, store

EVERYTHING = [name for directory in store.DIRECTORIES for name in store.captures(directory)]


@pytest.mark.parametrize("directory", store.DIRECTORIES)
def test_captures_are_here(directory):
    if not store.captures(directory):
        pytest.skip(f"no captures in {directory}")


@pytest.mark.parametrize("capture", [name for name in EVERYTHING if not name.startswith(store.ASKED)])
def test_stored_answers_are_about_this_file(capture):
    assert store.data_file(capture).exists(), "run python -m tests.tshark.regenerate"
    shown = store.load(capture)
    assert shown.tshark == store.TSHARK
    assert shown.capture == store.digest(capture), "run python -m tests.tshark.regenerate"


@pytest.mark.parametrize("directory", store.DIRECTORIES)
def test_no_answers_about_files_that_are_gone(directory):
    if not store.is_here(directory):
        pytest.skip(f"{directory} is not here")
    assert set(store.stored(directory)) <= set(store.captures(directory))


@pytest.mark.sweep
@pytest.mark.parametrize(
    "capture",
    [
        pytest.param(name, marks=pytest.mark.slow) if name.startswith("crafted_mads/") else name
        for name in store.distinct()
    ],
)
def test_every_difference_has_one_reason(capture):
    shown = rules.shown_of(store.TWINS.get(capture, capture))
    if shown is None:
        pytest.skip(f"not stored, and tshark {store.TSHARK} is not here but {regenerate.version()}")
    if shown.refused:
        pytest.skip(f"tshark cannot open it: {shown.refused}")
    found = rules.explain(capture)
    kinds = Counter((difference.field, len(reasons)) for difference, reasons in found.wrong)
    first = [f"{difference}: {reasons or 'no rule'}" for difference, reasons in found.wrong[:5]]
    assert not found.wrong, "\n".join([f"{len(found.wrong)} differences without exactly one rule: {kinds}", *first])


#: captures that need all rules together; without them the next test looks through all captures
RICHEST = {
    *(
        "captures/derived_plain.erf",
        "captures/mckey.pcap",
        "captures/nfs_rdma.pcap",
        "captures/derived_comments.pcapng",
    ),
    *("captures/guest_any_sll1_tcpdump.pcap", "captures/corrupt_write.pcap", "crafted/raw.pcap", "crafted/erf.pcap"),
    *("crafted/ipoib.pcap", "crafted_mads/ethernet.pcap", "crafted_mads/erf.pcap", "recorded/ib_fattree.pcap"),
    "third_party/wireshark-sample_infiniband.pcap",
}


@pytest.mark.costly
def test_no_rule_is_stale():
    compared = set(rules.comparable())
    if missing := set(EVERYTHING) - compared - {name for name in EVERYTHING if _refused(name)}:
        pytest.skip(f"not all captures can be compared here: {', '.join(sorted(missing))}")
    if not all(store.captures(directory) for directory in ("recorded", "third_party")):
        pytest.skip("not all captures are here: ../shared/captures is absent")
    unused = {(number, glob) for number, rule in enumerate(rules.rules()) for glob in rule.fields}
    for capture in sorted(compared, key=lambda name: name not in RICHEST):
        if not unused:
            break
        unused -= rules.explain(capture).counts.keys()
    stale = [f"{glob} ({rules.rules()[number].who}: {rules.rules()[number].why})" for number, glob in sorted(unused)]
    assert not stale, "differences.toml: these explain nothing any more, remove them:\n" + "\n".join(stale)


def _refused(name: str) -> bool:
    shown = rules.shown_of(store.TWINS.get(name, name))
    return shown is not None and bool(shown.refused)


@pytest.mark.parametrize("rule", rules.rules(), ids=lambda rule: f"{rule.who}: {rule.fields[0]}")
def test_rules_are_well_formed(rule):
    assert rule.who in rules.WHO
    assert rule.how in rules.HOW
    assert rule.why.endswith(".")
    if rule.how == "no such field":
        assert rule.who in ("scope", "both"), "a name that ibpkt lacks is out of scope, or shown under another name"
    else:
        assert all(fnmatch.filter(fields(), glob) for glob in rule.fields), "ibpkt knows no such name"


@pytest.mark.parametrize(
    ("value", "form"),
    [("02:00:00:00:00:01", "020000000001"), ("fe80::1", "fe80::1"), ("0x0800", "0x0800"), ("1", "1"), ("", "")],
)
def test_normal_form(value, form):
    assert store.normal(value) == form


def test_long_values_are_digests():
    assert store.normal("ab:" * 128 + "ab") == store.normal("ab" * 129) != store.normal("ac" * 129)
    assert len(store.normal("ab" * 129)) == len("sha256:") + 16
