#include "roce.h"

#include <string.h>

enum { ICRC = 4, BTH = 12, RETH = 16, UDP = 8, ROCE_PORT = 4791 };

static uint32_t be(const uint8_t *at, int size)
{
    uint32_t number = 0;
    while (size--)
        number = number << 8 | *at++;
    return number;
}

/* RETH comes right after BTH in RC and UC WRITE First, Only, Only with Immediate, and in RC READ and ATOMIC WRITE */
static int has_reth(uint8_t opcode)
{
    uint8_t operation = opcode & 0x1f, service = opcode >> 5;
    if (service > 1)
        return 0;
    return operation == 0x06 || operation == 0x0a || operation == 0x0b ||
           ((operation == 0x0c || operation == 0x1d) && service == 0);
}

int roce_parse(const uint8_t *frame, size_t size, struct roce *out)
{
    size_t at = 12, end;
    uint32_t type;

    memset(out, 0, sizeof *out);
    do {
        if (size < at + 2)
            return ROCE_SHORT;
        type = be(frame + at, 2);
        at += type == 0x8100 || type == 0x88a8 || type == 0x9100 ? 4 : 2;
    } while (type == 0x8100 || type == 0x88a8 || type == 0x9100);

    if (type == 0x0800) {
        size_t header;
        if (size < at + 20)
            return ROCE_SHORT;
        header = (frame[at] & 0xf) * 4u;
        if (header < 20 || size < at + header)
            return ROCE_SHORT;
        if (frame[at + 9] != 17 || be(frame + at + 6, 2) & 0x1fff)
            return ROCE_OTHER;
        end = at + be(frame + at + 2, 2);
        at += header;
    } else if (type == 0x86dd) {
        if (size < at + 40)
            return ROCE_SHORT;
        if (frame[at + 6] != 17)
            return ROCE_OTHER;
        end = at + 40 + be(frame + at + 4, 2);
        at += 40;
    } else {
        return ROCE_OTHER;
    }
    if (end > size || end < at + UDP)
        return ROCE_SHORT;
    if (be(frame + at + 2, 2) != ROCE_PORT)
        return ROCE_OTHER;
    if (at + be(frame + at + 4, 2) < end)
        end = at + be(frame + at + 4, 2); /* what follows the datagram is padding of the link */
    at += UDP;
    if (end < at + BTH + ICRC)
        return ROCE_SHORT;
    if (frame[at + 1] & 0xf)
        return ROCE_VERSION;

    out->opcode = frame[at];
    out->solicited = frame[at + 1] >> 7;
    out->migreq = frame[at + 1] >> 6 & 1;
    out->padcnt = frame[at + 1] >> 4 & 3;
    out->pkey = (uint16_t)be(frame + at + 2, 2);
    out->fecn = frame[at + 4] >> 7;
    out->becn = frame[at + 4] >> 6 & 1;
    out->destqp = be(frame + at + 5, 3);
    out->ackreq = frame[at + 8] >> 7;
    out->psn = be(frame + at + 9, 3);
    at += BTH;
    end -= ICRC;
    if (has_reth(out->opcode)) {
        if (end < at + RETH)
            return ROCE_SHORT;
        out->has_reth = 1;
        out->va = (uint64_t)be(frame + at, 4) << 32 | be(frame + at + 4, 4);
        out->r_key = be(frame + at + 8, 4);
        out->dmalen = be(frame + at + 12, 4);
        at += RETH;
    }
    if (end < at + out->padcnt)
        return ROCE_SHORT;
    out->payload_at = (uint32_t)at; /* other extended headers count as payload */
    out->payload_size = (uint32_t)(end - at) - out->padcnt;
    return ROCE_OK;
}
