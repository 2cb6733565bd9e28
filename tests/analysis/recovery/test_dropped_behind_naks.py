"""What a NAK asks for, and all behind it, is dropped: no answer to it is under way when the timer expires."""

from __future__ import annotations

import pytest

from tests.analysis.recovery.requester_story import story, totals


@pytest.mark.parametrize("start", [1 << 16, (1 << 24) - 7])
@pytest.mark.parametrize("acked", [7, 9, 12])
def test_a_timeout_in_the_middle_of_what_a_nak_asked_for(acked: int, start: int) -> None:
    """A responder that acknowledges what was sent before the NAK only has received it again, unseen by the tap.

    Source: IBA 1, 9.7.5.2.8.
    """
    text = f"""v4: 0 send 0-2, 10 ack 2, 20 send 3-12, 40 nak 5, 50 send 5-7, 70000 send 5-7, 70020 ack {acked},
               70040 send 13, 70060 ack 13"""
    assert totals(story(text, start).tell()[0]) == {"retransmission": 6, "timeout": 1}


@pytest.mark.parametrize("start", [1 << 16, (1 << 24) - 7])
def test_a_timeout_in_the_middle_of_what_a_timeout_sent_again(start: int) -> None:
    """The responder may have taken all that was sent before: then this is its answer to a duplicate.

    Source: IBA 1, 9.7.4.1.1.
    """
    text = """v4: 0 send 0-2, 10 ack 2, 20 send 3-12, 70000 send 3-5, 140000 send 3-5, 140020 ack 9, 140040 send 13,
              140060 ack 13"""
    assert totals(story(text, start).tell()[0]) == {"retransmission": 6, "timeout": 2}
