"""A renderer by the name of its format prints what `ibpkt decode` prints."""

from __future__ import annotations

import io

import pytest

import ibpkt
from ibpkt.errors import CallerError
from ibpkt.output.document import Document
from ibpkt.output.formats import BINARY, FORMATS, make_renderer
from tests.support.command import run

NAME = "captures/corrupt_write.pcap"


def rendered(renderer):
    out = io.BytesIO()
    document = Document(renderer, out)
    with ibpkt.open(NAME) as capture:
        for batch in capture.batches(renderer.at_a_time):
            document.write(renderer.render(batch))
    document.end()
    return out.getvalue().decode()


@pytest.mark.parametrize("form", [form for form in FORMATS if form not in BINARY])
def test_every_format(form):
    names = ("frame.number", "infiniband.bth.psn") if form != "text" else ()
    fields = [word for name in names for word in ("-e", name)]
    assert rendered(make_renderer(form, names)) == run("decode", "-T", form, *fields, NAME).out


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({"tree": True, "crc": False}, ("-V", "--no-crc")),
        ({"hexdump": True, "color": True}, ("-x", "--color", "always")),
        ({"time": "d", "color": True}, ("-t", "d", "--color", "always")),
    ],
)
def test_options_of_text(options, arguments):
    assert rendered(make_renderer(**options)) == run("decode", *arguments, NAME).out


def test_an_unknown_format():
    with pytest.raises(CallerError, match="did you mean pdml"):
        make_renderer("pmdl")
