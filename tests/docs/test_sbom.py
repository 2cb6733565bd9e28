"""The bill of materials names what the wheel needs, and is in it."""

from __future__ import annotations

import json
from importlib import metadata

from tests.docs.test_written_pages import load

make_sbom = load("make_sbom.py")


def test_it_lists_what_the_project_declares():
    kept = json.loads(make_sbom.TARGET.read_text(encoding="utf-8"))
    listed = [(each["name"], each["properties"]) for each in kept["components"]]
    assert listed == [(each["name"], each["properties"]) for each in make_sbom.bill()["components"]]
    assert kept["metadata"] == make_sbom.bill()["metadata"]


def test_every_part_has_a_licence():
    kept = json.loads(make_sbom.TARGET.read_text(encoding="utf-8"))
    licences = [part["licenses"][0]["license"]["name"] for part in kept["components"]]
    assert len(licences) > 10
    assert not {"not stated", "not installed"} & set(licences)


def test_it_goes_into_the_wheel():
    """Of an installation, editable or not, it is a part (PEP 770)."""
    (installed,) = [each for each in metadata.files("ibpkt") or () if each.name == make_sbom.TARGET.name]
    assert installed.parent.name == "sboms"
    assert json.loads(installed.read_text())["metadata"]["component"]["name"] == "ibpkt"
