"""What a capture gives to messages: responses that are whole, and those that it has cut off."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.support.analysis_runs import run
from tests.support.exchanges import READ_ONLY, batches, read, tell


def _cut(packet):
    """The same packet, without the last bytes of its AETH."""
    return SimpleNamespace(data=packet.data[:56], link=packet.link)


@pytest.mark.parametrize("size", [None, 1])
@pytest.mark.parametrize(("given", "wrong"), [(8, 0), (4, 1), (12, 1)])
def test_the_length_of_a_response(given, wrong, size):
    """A READ of eight bytes.  Of a response that is cut in its headers it is not known how many bytes it had."""
    response = tell(1, 1, opcode=READ_ONLY, size=given)
    asks = [read(0), tell(0, 0, opcode=READ_ONLY, size=8), read(1)]
    assert run(batches([*asks, response], size)).kinds == ({"response-length": wrong} if wrong else {})
    assert run(batches([*asks, _cut(response)], size)).kinds == {}
