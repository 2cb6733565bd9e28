"""Lines that type checkers must report, each at its line."""

import ibpkt.scapy
from ibpkt.scapy import BTH, LRH, RETH

BTH(pns=5)  # expect: error
BTH(psn=b"5")  # expect: error
BTH(membership="full")  # expect: error
LRH(slid=1) / BTH(dlid=2)  # expect: error
ibpkt.scapy.GRE(ky=5)  # expect: error
ibpkt.scapy.BHT()  # expect: error
bth = BTH(psn=5)
bth.psn = b"5"  # expect: error
bth.membership = "full"  # expect: error
text: str = BTH(psn=5).psn  # expect: error

LRH(slid=1) / BTH(psn=range(3), dqpn=5) / RETH(va=[1, 2])
