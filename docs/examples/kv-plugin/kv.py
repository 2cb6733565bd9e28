"""A plug-in for ibpkt: a private key-value store, whose clients send requests and get responses by SENDs.

A PUT lends memory that the server READs, a GET lends memory into which the server WRITEs the value.
"""

from ibpkt import register_protocol
from ibpkt.protocols import ExpertRule, LentMemory, follow
from ibpkt.schema import TEXT, Header, Tail, hexa, reserved, uint

OPERATIONS = {1: "Get", 2: "Put", 3: "Delete"}
STATUSES = {0: "OK", 1: "Not Found", 2: "No Space"}

KVHello = Header(
    "KVHello",
    "Key-Value Hello",
    "kv.hello",
    hexa("magic", 32, "Magic", default=0x4B564831, fixed=True),
    uint("depth", 16, "Queue Depth", doc="requests that may be under way"),
    reserved("reserved", 16),
    source="kv protocol 1.0, 2: private data of REQ and REP",
)

KVRequest = Header(
    "KVRequest",
    "Key-Value Request",
    "kv.request",
    hexa("magic", 16, "Magic", default=0x4B56, fixed=True),
    uint("version", 8, "Version", default=1, fixed=True),
    uint("operation", 8, "Operation", enum=OPERATIONS),
    hexa("id", 32, "Request ID", doc="which its response repeats"),
    uint("value_size", 32, "Value Size", unit="bytes"),
    hexa("r_key", 32, "Remote Key"),
    hexa("address", 64, "Address", doc="of the memory that it lends"),
    summary="KV {operation} ID={id}",
    protocol="KV",
    source="kv protocol 1.0, 3",
)

KVKey = Header(
    "KVKey",
    "Key",
    "kv.key",
    uint("key_size", 16, "Key Size", unit="bytes"),
    reserved("reserved", 16),
    tail=Tail("key", "Key", "kv.key.key", "key_size", 1, add=4, kind=TEXT),
    summary="key={key}",
    source="kv protocol 1.0, 3.1",
)

KVResponse = Header(
    "KVResponse",
    "Key-Value Response",
    "kv.response",
    hexa("magic", 16, "Magic", default=0x4B52, fixed=True),
    uint("version", 8, "Version", default=1, fixed=True),
    uint("status", 8, "Status", enum=STATUSES),
    hexa("id", 32, "Request ID"),
    summary="KV {status} ID={id}",
    protocol="KV",
    source="kv protocol 1.0, 4",
)

register_protocol(
    "kv",
    request=KVRequest,
    response=KVResponse,
    tag="id",
    kind="operation",
    status="status",
    size="value_size",
    memory=LentMemory("r_key", "address", "value_size"),
    ports=[7471],
    private=KVHello,
    rules={KVRequest: follow(0, {0: KVKey})},
    check=lambda request: request["value_size"] <= 1 << 24,
    expert=[
        ExpertRule(
            "kv-no-space",
            "the store has no space for a value of {value_size} bytes",
            lambda request, response: response.get("status") == 2,
            means="its memory is full, and nothing is evicted",
            source="kv protocol 1.0, 4.2",
        )
    ],
)
