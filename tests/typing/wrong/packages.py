"""Names that the packages do not have: type checkers must report each."""

from ibpkt import buidl  # expect: error
from ibpkt.analysis import mesages  # expect: error
from ibpkt.edit import Anonimise  # expect: error
from ibpkt.management import SubnGett, conections  # expect: error
from ibpkt.protocols import BHT  # expect: error
from ibpkt.scapy import RETHH  # expect: error
from ibpkt.strategies import packet  # expect: error

names = (SubnGett, buidl, mesages, Anonimise, conections, BHT, RETHH, packet)
