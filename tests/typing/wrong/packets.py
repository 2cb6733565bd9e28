"""Lines that type checkers must report, each at its line."""

import ibpkt
from ibpkt import build, draft
from ibpkt.protocols import BTH, RETH
from ibpkt.schema import Header

packet = ibpkt.decode(b"", "infiniband")
packet.bht  # expect: error
packet.bth.pns  # expect: error
packet.bth.psn = 5  # expect: error
packet["BTH"].pns  # expect: error
packet[BTH].dmalen  # expect: error
packet.all(RETH)[0].psn  # expect: error
text: str = packet.bth.psn  # expect: error
credits: int = packet.aeth.credit_count  # expect: error
packet.ipv4.src + 1 + packet.ipv4  # expect: error
packet.replce(bth__psn=5)  # expect: error
packet.stop.reason  # expect: error
packet.icrc.state  # expect: error

build(draft("BTH", pns=5))  # expect: error
build(draft("BTH", psn=b"5"))  # expect: error
build(draft("BTH", psn=0.5))  # expect: error
build(draft("BTH", membership="full"))  # expect: error
build(draft(BTH, dmalen=5))  # expect: error
build(BTH(pns=5))  # expect: error
build(RETH(va=[1, 2]))  # expect: error
build(draft("BTH", psn=5), payload="text")  # expect: error
build(draft("BTH", psn=5), pyload=b"text")  # expect: error
build(5)  # expect: error
build(draft("GUIDInfo", guid=5))  # expect: error
build(draft("IPv4", src=b"\1\2\3\4"))  # expect: error

ibpkt.misspelt  # expect: error
ibpkt.decode("text")  # expect: error
ibpkt.decode(b"", "infiniband").layers[0].header.filtr  # expect: error

# right lines, as a witness that not every line is reported
name = "BTH"
build(draft("BTH", psn=5), draft("RETH", va="0x10"), payload=b"text")
own = Header("Own", "A header that ibpkt does not know", "own")
build(draft(own, anything=5), own(anything=5), draft("Own", anything=5), draft(name, psn=5))
packet["Own"].anything
packet[own].anything
