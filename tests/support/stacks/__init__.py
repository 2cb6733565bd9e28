"""Packets made from the declarations, with right lengths and CRCs, by a builder that is not ibpkt's."""

from tests.support.stacks.batches import batch_of as batch_of, cuts as cuts
from tests.support.stacks.compositions import (
    CARRIERS as CARRIERS,
    carrier as carrier,
    composed as composed,
    compositions as compositions,
    from_graph as from_graph,
)
from tests.support.stacks.graph_walk import (
    LINK_NAMES as LINK_NAMES,
    Draft as Draft,
    choices as choices,
    edges as edges,
    finish as finish,
    stack as stack,
)
from tests.support.stacks.reference_builder import (
    MASKED as MASKED,
    Built as Built,
    build as build,
    crc16_of as crc16_of,
    icrc_of as icrc_of,
)
