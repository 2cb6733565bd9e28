"""Messages that carry NVMe over Fabrics: which headers they begin with, and what follows these.

Numbers of contents up to 14 are theirs.
"""

from __future__ import annotations

from ibpkt.protocols.rules import Chain, Rule, follow
from ibpkt.protocols.upper.nvme_commands import (
    ADMIN_DWORDS,
    IN_CAPSULE,
    IO_DWORDS,
    NVMeAdminCommand,
    NVMeCommand,
    NVMeDatasetManagement,
    NVMeDwords,
    NVMeIOCommand,
)
from ibpkt.protocols.upper.nvme_completions import (
    NVMeCompletion,
    NVMeConnectCompletion,
    NVMeEventCompletion,
    NVMeFabricsCompletion,
    NVMePropertyCompletion,
    NVMeRange,
)
from ibpkt.protocols.upper.nvme_fabrics import (
    BY_TYPE,
    NVMeAccept,
    NVMeConnect,
    NVMeConnectData,
    NVMeDiscoveryEntry,
    NVMeDiscoveryLog,
    NVMeFabrics,
    NVMeFabricsDwords,
    NVMeReject,
    NVMeRequest,
)
from ibpkt.protocols.upper.words import by_first_header
from ibpkt.schema import Header

#: name and first headers, by number
NVME_CONTENTS: dict[int, tuple[str, Chain]] = {
    1: ("NVMe admin command", (NVMeAdminCommand,)),
    2: ("NVMe I/O command", (NVMeIOCommand,)),
    3: ("NVMe command of an unknown queue", (NVMeCommand,)),
    4: ("NVMe fabrics command", (NVMeFabrics,)),
    5: ("NVMe completion", (NVMeCompletion,)),
    6: ("NVMe asynchronous event", (NVMeEventCompletion,)),
    7: ("NVMe completion of a Connect", (NVMeConnectCompletion,)),
    8: ("NVMe completion of a Property Get", (NVMePropertyCompletion,)),
    9: ("NVMe completion of a fabrics command", (NVMeFabricsCompletion,)),
    10: ("NVMe connection accepted", (NVMeAccept,)),
    11: ("NVMe connection refused", (NVMeReject,)),
    14: ("NVMe connection requested", (NVMeRequest,)),
    12: ("NVMe Connect data", (NVMeConnectData,)),
    13: ("NVMe discovery log page", (NVMeDiscoveryLog,)),
}
#: numbers by first header
NVME_NUMBERS: dict[Header, int] = by_first_header(NVME_CONTENTS)

_PAYLOAD = follow(0, {0: ()})
#: most ranges of a Dataset Management that are shown
_RANGES = 256

#: what follows them
NVME_RULES: dict[Header, tuple[Rule, ...]] = {
    NVMeAdminCommand: (follow(NVMeAdminCommand.leaf("opc"), ADMIN_DWORDS, otherwise=NVMeDwords),),
    NVMeIOCommand: (follow(NVMeIOCommand.leaf("opc"), IO_DWORDS, otherwise=NVMeDwords),),
    NVMeCommand: (follow(0, {0: NVMeDwords}),),
    NVMeFabrics: (follow(NVMeFabrics.leaf("fctype"), BY_TYPE, otherwise=NVMeFabricsDwords),),
    NVMeConnect: (
        follow((NVMeFabrics.leaf("sgl_type"), NVMeFabrics.leaf("sgl_subtype")), {IN_CAPSULE: NVMeConnectData}),
        _PAYLOAD,
    ),
    NVMeDatasetManagement: (
        follow(
            (NVMeIOCommand.leaf("sgl_type"), NVMeIOCommand.leaf("sgl_subtype"), NVMeDatasetManagement.leaf("nr")),
            {(*IN_CAPSULE, number): (NVMeRange,) * (number + 1) for number in range(_RANGES)},
        ),
        _PAYLOAD,
    ),
    NVMeDiscoveryLog: (
        follow(NVMeDiscoveryLog.leaf("numrec"), {number: (NVMeDiscoveryEntry,) * number for number in range(1, 17)}),
        _PAYLOAD,
    ),
}
