#!/bin/sh
# Writes the dumps of this directory again, by the tools that people paste from (Debian 12: tcpdump, xxd, bsdextrautils,
# tshark, python3-scapy).  packets.pcap holds three packets; packet.bin is the second of them, in which lines repeat.
set -eu
cd "$(dirname "$0")"
python=${PYTHON:-python3}
"$python" - <<'EOF'
import ibpkt

carrier = (
    ibpkt.draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
    ibpkt.draft("IPv4", src="10.0.0.1", dst="10.0.0.2", id=0x1234),
    ibpkt.draft("UDP", srcport=0xC000),
)
with ibpkt.create("packets.pcap") as out:
    out.write(ibpkt.build(*carrier, ibpkt.draft("BTH", psn=7, destqp=0x11), payload=b"ab cd 12"), time=10**18)
    zeros = ibpkt.build(*carrier, ibpkt.draft("BTH", psn=8, destqp=0x11), payload=bytes(100) + b"end")
    out.write(zeros, time=10**18)
    ack = ibpkt.draft("AETH", syndrome=31, msn=2)
    out.write(ibpkt.build(*carrier, ibpkt.draft("BTH", psn=8, destqp=0x12), ack), time=10**18)
open("packet.bin", "wb").write(bytes(zeros))
from scapy.utils import hexdump, linehexdump

open("scapy.txt", "w").write(hexdump(bytes(zeros), dump=True) + "\n")
EOF
for form in x xx X XX; do
    tcpdump -n -t -r packets.pcap -"$form" > tcpdump_-$form.txt 2>/dev/null
done
tshark -x -r packets.pcap > tshark_-x.txt 2>/dev/null
xxd packet.bin > xxd.txt
xxd -a packet.bin > xxd_-a.txt
xxd -g1 packet.bin > xxd_-g1.txt
xxd -g4 -c32 packet.bin > xxd_-g4_-c32.txt
xxd -p packet.bin > xxd_-p.txt
xxd -u packet.bin > xxd_-u.txt
xxd -i packet.bin > xxd_-i.txt
xxd -p -c0 packet.bin > hexstream.txt
od -Ax -tx1 packet.bin > od_-Ax_-tx1.txt
od -Ax -tx1z -v packet.bin > od_-Ax_-tx1z_-v.txt
od -tx1 packet.bin > od_-tx1.txt
od -x packet.bin > od_-x.txt
hexdump packet.bin > hexdump.txt
hexdump -C packet.bin > hexdump_-C.txt
