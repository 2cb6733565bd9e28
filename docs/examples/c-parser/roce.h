/* A parser of RoCEv2 frames: Ethernet, VLAN tags, IPv4 or IPv6, UDP, BTH, RETH. */
#ifndef ROCE_H
#define ROCE_H

#include <stddef.h>
#include <stdint.h>

enum roce_result {
    ROCE_OK = 0,
    ROCE_SHORT = -1,   /* the frame ends within a header, or before the ICRC */
    ROCE_OTHER = -2,   /* not RoCEv2 */
    ROCE_VERSION = -3, /* BTH has another header version */
};

struct roce {
    uint32_t destqp, psn;
    uint16_t pkey;
    uint8_t opcode, padcnt, solicited, migreq, ackreq, fecn, becn;
    uint8_t has_reth;
    uint64_t va;
    uint32_t r_key, dmalen;
    uint32_t payload_at, payload_size; /* without pad and ICRC */
};

int roce_parse(const uint8_t *frame, size_t size, struct roce *out);

#endif
