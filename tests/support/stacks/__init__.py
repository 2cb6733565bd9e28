"""Packets made from the declarations, with right lengths and CRCs, by a builder that is not ibpkt's."""

from tests.support.stacks.batches import batch_of as batch_of
from tests.support.stacks.batches import cuts as cuts
from tests.support.stacks.compositions import CARRIERS as CARRIERS
from tests.support.stacks.compositions import carrier as carrier
from tests.support.stacks.compositions import composed as composed
from tests.support.stacks.compositions import compositions as compositions
from tests.support.stacks.compositions import from_graph as from_graph
from tests.support.stacks.graph_walk import LINK_NAMES as LINK_NAMES
from tests.support.stacks.graph_walk import Draft as Draft
from tests.support.stacks.graph_walk import choices as choices
from tests.support.stacks.graph_walk import edges as edges
from tests.support.stacks.graph_walk import finish as finish
from tests.support.stacks.graph_walk import stack as stack
from tests.support.stacks.reference_builder import MASKED as MASKED
from tests.support.stacks.reference_builder import Built as Built
from tests.support.stacks.reference_builder import build as build
from tests.support.stacks.reference_builder import crc16_of as crc16_of
from tests.support.stacks.reference_builder import icrc_of as icrc_of
