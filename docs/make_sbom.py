"""Writes the bill of materials of the wheel, in the CycloneDX form: ``python docs/make_sbom.py``.

A wheel has its own files alone; what is installed with it is listed with the versions that it takes and the licence.
"""

from __future__ import annotations

import json
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

DOCS = Path(__file__).parent
TARGET = DOCS / "sbom.cdx.json"
PROJECT: dict[str, Any] = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
#: extras for its developers; the others are what a user of the program installs
FOR_DEVELOPERS = ("test", "browser", "docs", "objects", "dev")
EXTRAS = [extra for extra in PROJECT["optional-dependencies"] if extra not in FOR_DEVELOPERS]


def requirements() -> dict[str, list[Requirement]]:
    """What the wheel needs, by extra; without one under the empty name."""
    return {
        "": [Requirement(text) for text in PROJECT["dependencies"]],
        **{extra: [Requirement(text) for text in PROJECT["optional-dependencies"][extra]] for extra in EXTRAS},
    }


def licence(name: str) -> str:
    """The licence that an installed distribution says of itself; of others it is not known here."""
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return "not installed"
    if expression := said.get("License-Expression"):
        return str(expression)
    classifiers = [text.rpartition(" :: ")[2] for text in said.get_all("Classifier", []) if text.startswith("License")]
    if told := ", ".join(classifiers) or str(said.get("License") or "").strip().partition("\n")[0]:
        return told
    texts = [each.read_text() for each in metadata.files(name) or () if each.name.startswith("LICENSE")]
    return "MIT" if any("Permission is hereby granted, free of charge" in text for text in texts) else "not stated"


def _component(requirement: Requirement, extra: str) -> dict[str, Any]:
    properties = [{"name": "ibpkt:versions", "value": str(requirement.specifier)}]
    if requirement.marker is not None:
        properties.append({"name": "ibpkt:where", "value": str(requirement.marker)})
    if extra:
        properties.append({"name": "ibpkt:extra", "value": extra})
    return {
        "type": "library",
        "name": requirement.name,
        "purl": f"pkg:pypi/{requirement.name.lower()}",
        "scope": "optional" if extra else "required",
        "licenses": [{"license": {"name": licence(requirement.name)}}],
        "properties": properties,
    }


def bill() -> dict[str, Any]:
    """The bill, as JSON has it."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": PROJECT["name"],
                "version": PROJECT["version"],
                "purl": f"pkg:pypi/{PROJECT['name']}@{PROJECT['version']}",
                "licenses": [{"expression": PROJECT["license"]}],
            }
        },
        "components": [_component(each, extra) for extra, group in requirements().items() for each in group],
    }


if __name__ == "__main__":
    TARGET.write_text(json.dumps(bill(), indent=1) + "\n", encoding="utf-8")
