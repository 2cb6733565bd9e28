/* Loops over the packets of a batch, for the wheels that are compiled.  `ibpkt.kernel.loops` says what each does, and has
 * the same limits and numbers of forms.  Nothing here knows a header: places, sizes, masks and polynomials come from
 * outside, and every place is compared with its buffer before it is read or written. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define CARRYLESS __attribute__((target("pclmul,sse4.1")))
#endif

/* -- arguments: arrays that lie in one piece ---------------------------------------------------------------------- */

enum { MOST_BUFFERS = 512 };

typedef struct {
    Py_buffer held[MOST_BUFFERS];
    int count;
} Buffers;

static void release(Buffers *buffers) {
    while (buffers->count) PyBuffer_Release(&buffers->held[--buffers->count]);
}

/* The memory of an array of items of so many bytes; NULL and an exception where it is none. */
static void *array(Buffers *buffers, PyObject *given, Py_ssize_t item, int writable, Py_ssize_t *count) {
    Py_buffer *buffer = &buffers->held[buffers->count];
    if (buffers->count == MOST_BUFFERS) {
        PyErr_SetString(PyExc_ValueError, "too many arrays");
        return NULL;
    }
    if (PyObject_GetBuffer(given, buffer, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return NULL;
    buffers->count++;
    if (buffer->len % item) {
        PyErr_SetString(PyExc_ValueError, "an array of another type");
        return NULL;
    }
    *count = buffer->len / item;
    return buffer->buf ? buffer->buf : buffers; /* an empty array may have no memory; nothing is read of it */
}

static PyObject *outside(Py_ssize_t row) {
    return PyErr_Format(PyExc_IndexError, "row %zd lies outside of the buffer", row);
}

static int different(Py_ssize_t one, Py_ssize_t other) {
    if (one != other) PyErr_SetString(PyExc_ValueError, "arrays of different lengths");
    return one != other;
}

/* -- numbers in memory --------------------------------------------------------------------------------------------- */

static inline uint64_t load(const uint8_t *at, int size, int little) {
    uint64_t number = 0;
    for (int byte = 0; byte < size; byte++) number |= (uint64_t)at[byte] << 8 * (little ? byte : size - 1 - byte);
    return number;
}

static inline uint64_t load_native(const uint8_t *at, int size) {
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (size) {
    case 1:
        return *at;
    case 2:
        return memcpy(&two, at, 2), two;
    case 4:
        return memcpy(&four, at, 4), four;
    default:
        return memcpy(&eight, at, 8), eight;
    }
}

/* -- CRCs: reflected ones of up to 32 bits ------------------------------------------------------------------------ */

enum { TABLES = 16, LONGEST_MASK = 256 };

typedef struct {
    const uint32_t *table; /* TABLES of 256: what a byte does so many bytes later */
    const uint64_t *fold;  /* what 64 bits weigh 16 and 64 bytes later, the lower half and the upper one */
    int carryless;         /* whether the processor multiplies without carries */
} Crc;

static uint32_t crc_by_table(const Crc *crc, uint32_t reg, const uint8_t *at, Py_ssize_t size) {
    for (; size >= TABLES; size -= TABLES, at += TABLES) {
        uint32_t next = 0;
        reg ^= (uint32_t)load(at, 4, 1);
        for (int byte = 0; byte < 4; byte++) next ^= crc->table[(TABLES - 1 - byte) * 256 + (reg >> 8 * byte & 0xFF)];
        for (int byte = 4; byte < TABLES; byte++) next ^= crc->table[(TABLES - 1 - byte) * 256 + at[byte]];
        reg = next;
    }
    while (size--) reg = reg >> 8 ^ crc->table[(reg ^ *at++) & 0xFF];
    return reg;
}

#ifdef CARRYLESS
CARRYLESS static inline __m128i fold_into(__m128i folded, __m128i by, const uint8_t *at) {
    __m128i low = _mm_clmulepi64_si128(folded, by, 0x00), high = _mm_clmulepi64_si128(folded, by, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), _mm_loadu_si128((const __m128i *)at));
}

/* Intel, "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction" (2009): what was read is folded into
 * what comes 16 bytes later, or 64 in four lanes, until 16 bytes are left. */
CARRYLESS static uint32_t crc_by_folding(const Crc *crc, uint32_t reg, const uint8_t *at, Py_ssize_t size) {
    __m128i by16 = _mm_loadu_si128((const __m128i *)crc->fold), by64 = _mm_loadu_si128((const __m128i *)crc->fold + 1);
    __m128i folded = _mm_xor_si128(_mm_loadu_si128((const __m128i *)at), _mm_cvtsi32_si128((int)reg));
    uint8_t rest[16];
    at += 16, size -= 16;
    if (size >= 112) {
        __m128i lanes[4] = {folded};
        for (int lane = 1; lane < 4; lane++, at += 16) lanes[lane] = _mm_loadu_si128((const __m128i *)at);
        for (size -= 48; size >= 64; size -= 64, at += 64)
            for (int lane = 0; lane < 4; lane++) lanes[lane] = fold_into(lanes[lane], by64, at + 16 * lane);
        folded = lanes[0];
        for (int lane = 1; lane < 4; lane++) {
            uint8_t next[16];
            _mm_storeu_si128((__m128i *)next, lanes[lane]);
            folded = fold_into(folded, by16, next);
        }
    }
    for (; size >= 16; size -= 16, at += 16) folded = fold_into(folded, by16, at);
    _mm_storeu_si128((__m128i *)rest, folded);
    return crc_by_table(crc, crc_by_table(crc, 0, rest, 16), at, size);
}
#endif

static inline uint32_t crc_over(const Crc *crc, uint32_t reg, const uint8_t *at, Py_ssize_t size) {
#ifdef CARRYLESS
    if (crc->carryless && size >= 48) return crc_by_folding(crc, reg, at, size);
#endif
    return crc_by_table(crc, reg, at, size);
}

/* Packets that are read ahead: they come from memory, which takes longer than a CRC. */
enum { AHEAD = 8, LINE = 64 };

static inline void fetch(const uint8_t *at, int64_t size) {
#ifdef __GNUC__
    for (int64_t byte = 0; byte < size && byte < 4 * LINE; byte += LINE) __builtin_prefetch(at + byte);
#endif
}

static PyObject *crcs(PyObject *self, PyObject *arguments) {
    PyObject *given_table, *given_fold, *given_data, *given_begin, *given_end, *given_mask, *given_out;
    unsigned int seed;
    if (!PyArg_ParseTuple(arguments, "OOOOOIOO", &given_table, &given_fold, &given_data, &given_begin, &given_end, &seed,
                          &given_mask, &given_out))
        return NULL;
    Buffers buffers = {.count = 0};
    Py_ssize_t entries, weights, length, rows, ends, width, results, wrong = -1;
    PyObject *result = NULL;
    Crc crc = {0};
    const uint8_t *data, *mask;
    const int64_t *begin, *end;
    uint32_t *out;
    if (!(crc.table = array(&buffers, given_table, 4, 0, &entries)) ||
        !(crc.fold = array(&buffers, given_fold, 8, 0, &weights)) || !(data = array(&buffers, given_data, 1, 0, &length)) ||
        !(begin = array(&buffers, given_begin, 8, 0, &rows)) || !(end = array(&buffers, given_end, 8, 0, &ends)) ||
        !(mask = array(&buffers, given_mask, 1, 0, &width)) || !(out = array(&buffers, given_out, 4, 1, &results)) ||
        different(rows, ends) || different(rows, results) || different(entries, TABLES * 256) || different(weights, 4))
        goto end;
    if (width > LONGEST_MASK) {
        PyErr_SetString(PyExc_ValueError, "a mask that is too long");
        goto end;
    }
#ifdef CARRYLESS
    crc.carryless = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
#endif
    uint8_t set[LONGEST_MASK] = {0}, head[LONGEST_MASK];
    memcpy(set, mask, (size_t)width);
    const int64_t whole = (width + 15) / 16 * 16; /* of many packets the first bytes are read in steps of 16 */
    for (Py_ssize_t row = 0; row < rows; row++) {
        const int64_t from = begin[row];
        if (from < 0 || end[row] < from || end[row] > length) {
            wrong = row;
            break;
        }
        const int64_t size = end[row] - from, masked = size < whole ? size : whole;
        if (row + AHEAD < rows && begin[row + AHEAD] >= 0 && begin[row + AHEAD] < length)
            fetch(data + begin[row + AHEAD], length - begin[row + AHEAD]);
        for (int64_t byte = 0; byte + 8 <= masked; byte += 8) {
            uint64_t word, bits;
            memcpy(&word, data + from + byte, 8), memcpy(&bits, set + byte, 8);
            word |= bits;
            memcpy(head + byte, &word, 8);
        }
        for (int64_t byte = masked / 8 * 8; byte < masked; byte++) head[byte] = data[from + byte] | set[byte];
        uint32_t reg = masked ? crc_over(&crc, seed, head, masked) : seed;
        out[row] = crc_over(&crc, reg, data + from + masked, size - masked);
    }
    result = wrong < 0 ? Py_NewRef(Py_None) : outside(wrong);
end:
    release(&buffers);
    return result;
}

/* -- text --------------------------------------------------------------------------------------------------------- */

enum { MOST_PIECES = (MOST_BUFFERS - 2) / 3 };
/* how a piece is written, as in `ibpkt.kernel.loops`: as it lies in memory; numbers in decimal with blanks or zeros before them; bytes in hexadecimal,
 * with nothing between them or with the character of that number */
enum { COPIED = -1, BLANKS = -2, ZEROS = -3, HEX = 0 };

typedef struct {
    const uint8_t *data;
    Py_ssize_t length;
    const int64_t *start, *count; /* NULL: a row begins `stride` bytes after the one before; each has `size` bytes */
    Py_ssize_t stride, size;
    int form;
} Piece;

static inline void copy(uint8_t *to, const uint8_t *from, Py_ssize_t size) {
    uint64_t low, high;
    if (size > 16) {
        memcpy(to, from, (size_t)size);
    } else if (size >= 8) { /* two words that overlap */
        memcpy(&low, from, 8), memcpy(&high, from + size - 8, 8);
        memcpy(to, &low, 8), memcpy(to + size - 8, &high, 8);
    } else if (size >= 4) {
        memcpy(&low, from, 4), memcpy(&high, from + size - 4, 4);
        memcpy(to, &low, 4), memcpy(to + size - 4, &high, 4);
    } else if (size) {
        uint8_t first = from[0], middle = from[size / 2], last = from[size - 1];
        to[0] = first, to[size / 2] = middle, to[size - 1] = last;
    }
}

static inline void put_decimal(uint8_t *to, uint8_t *end, uint64_t number, int blanks) {
    if (end > to) *--end = (uint8_t)('0' + number % 10), number /= 10; /* also of 0 */
    while (end > to && (number || !blanks)) *--end = (uint8_t)('0' + number % 10), number /= 10;
    while (end > to) *--end = ' ';
}

static inline void put_hex(uint8_t *to, const uint8_t *from, int64_t size, int between) {
    static const char digits[] = "0123456789abcdef";
    for (int64_t byte = 0; byte < size; byte++) {
        if (between && byte) *to++ = (uint8_t)between;
        *to++ = digits[from[byte] >> 4], *to++ = digits[from[byte] & 15];
    }
}

/* A piece whose texts all lie in its buffer; 0 and an exception for any other. */
static int piece_of(Buffers *buffers, PyObject *given, Py_ssize_t rows, Piece *piece) {
    PyObject *data, *start, *count;
    Py_ssize_t starts = rows, counts = rows;
    if (!PyTuple_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "a piece is a tuple");
        return 0;
    }
    if (!PyArg_ParseTuple(given, "OOnOni", &data, &start, &piece->stride, &count, &piece->size, &piece->form) ||
        !(piece->data = array(buffers, data, 1, 0, &piece->length)) ||
        (start != Py_None && !(piece->start = array(buffers, start, 8, 0, &starts))) ||
        (count != Py_None && !(piece->count = array(buffers, count, 8, 0, &counts))) || different(starts, rows) ||
        different(counts, rows))
        return 0;
    const int numbers = piece->form == BLANKS || piece->form == ZEROS;
    if (piece->stride < 0 || piece->size < 0 || (numbers && piece->stride != 1 && piece->stride != 2 && piece->stride != 4 &&
                                                 piece->stride != 8)) {
        PyErr_SetString(PyExc_ValueError, "a negative size, or a number of odd size");
        return 0;
    }
    const Py_ssize_t step = piece->start || piece->count || rows < 2 ? 1 : rows - 1; /* else the first one and the last */
    for (Py_ssize_t row = 0; row < rows; row += step) {
        if (!piece->start && row && piece->stride > piece->length / row) {
            outside(row);
            return 0;
        }
        int64_t from = piece->start ? piece->start[row] : row * piece->stride;
        int64_t bytes = piece->count ? piece->count[row] : piece->size, read = numbers ? piece->stride : bytes;
        if (bytes < 0 || (bytes && (from < 0 || read > piece->length || from > piece->length - read))) {
            outside(row);
            return 0;
        }
    }
    return 1;
}

static PyObject *lay_out(PyObject *self, PyObject *arguments) {
    PyObject *given_page, *given_at, *given_pieces;
    if (!PyArg_ParseTuple(arguments, "OOO", &given_page, &given_at, &given_pieces)) return NULL;
    Buffers buffers = {.count = 0};
    Piece pieces[MOST_PIECES] = {0};
    Py_ssize_t size, rows, count = PyTuple_Size(given_pieces), wrong = -1;
    PyObject *result = NULL;
    uint8_t *page = array(&buffers, given_page, 1, 1, &size);
    const int64_t *at = page ? array(&buffers, given_at, 8, 0, &rows) : NULL;
    if (!at || count < 0) goto end;
    if (count > MOST_PIECES) {
        PyErr_SetString(PyExc_ValueError, "too many pieces");
        goto end;
    }
    for (Py_ssize_t index = 0; index < count; index++)
        if (!piece_of(&buffers, PyTuple_GetItem(given_pieces, index), rows, &pieces[index])) goto end;
    for (Py_ssize_t row = 0; row < rows && wrong < 0; row++) {
        int64_t to = at[row];
        for (const Piece *piece = pieces; piece < pieces + count; piece++) {
            int64_t bytes = piece->count ? piece->count[row] : piece->size;
            if (!bytes) continue;
            int64_t room = piece->form < 0 ? bytes : piece->form ? 3 * bytes - 1 : 2 * bytes;
            if (to < 0 || room > size || to > size - room) {
                wrong = row;
                break;
            }
            const uint8_t *from = piece->data + (piece->start ? piece->start[row] : row * piece->stride);
            if (piece->form == COPIED)
                copy(page + to, from, bytes);
            else if (piece->form < 0)
                put_decimal(page + to, page + to + room, load_native(from, (int)piece->stride), piece->form == BLANKS);
            else
                put_hex(page + to, from, bytes, piece->form);
            to += room;
        }
    }
    result = wrong < 0 ? Py_NewRef(Py_None) : outside(wrong);
end:
    release(&buffers);
    return result;
}

/* -- records: each says where the next one begins ----------------------------------------------------------------- */

static PyObject *records(PyObject *self, PyObject *arguments) {
    PyObject *given_data, *given_out;
    long long at, stop;
    int header, length, little;
    if (!PyArg_ParseTuple(arguments, "OLLiipO", &given_data, &at, &stop, &header, &length, &little, &given_out)) return NULL;
    Buffers buffers = {.count = 0};
    Py_ssize_t bytes, most, found = 0;
    PyObject *result = NULL;
    const uint8_t *data = array(&buffers, given_data, 1, 0, &bytes);
    int64_t *out = data ? array(&buffers, given_out, 8, 1, &most) : NULL;
    if (out && (at < 0 || at > bytes || stop > bytes || length < 0 || header < 4 || header - 4 < length)) {
        outside(0);
    } else if (out) {
        while (found < most && at + header <= stop) {
            int64_t after = at + header + (int64_t)load(data + at + length, 4, little);
            if (after > stop) break;
            out[found++] = at;
            at = after;
        }
        result = Py_BuildValue("nL", found, at);
    }
    release(&buffers);
    return result;
}

static PyMethodDef functions[] = {
    {"crcs", crcs, METH_VARARGS, NULL},
    {"lay_out", lay_out, METH_VARARGS, NULL},
    {"records", records, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "compiled", .m_size = 0, .m_methods = functions};

PyMODINIT_FUNC PyInit_compiled(void) {
    return PyModuleDef_Init(&definition);
}
