"""A small network on lists of rows; see network.pxd."""
from libc.stdint cimport int16_t, int32_t, uint16_t
from libc.stdlib cimport malloc
from libc.string cimport memcpy

from dinoai.engine.debug cimport ensure

cdef extern from *:
    """
    typedef short network_lanes __attribute__((vector_size(16)));

    /* Adds the chosen lines of 72 numbers to `sums`, which like the table stands on a multiple of 16 bytes. */
    static void network_add(const short *table, const unsigned short *rows, int n, short *sums) {
        const network_lanes *lines = (const network_lanes *)table;
        network_lanes *out = (network_lanes *)sums;
        network_lanes a = out[0], b = out[1], c = out[2], d = out[3], e = out[4], f = out[5], g = out[6], h = out[7];
        network_lanes direct = out[8];
        for (int i = 0; i < n; i++) {
            const network_lanes *line = lines + 9 * rows[i];
            a += line[0];
            b += line[1];
            c += line[2];
            d += line[3];
            e += line[4];
            f += line[5];
            g += line[6];
            h += line[7];
            direct += line[8];
        }
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
        out[4] = e;
        out[5] = f;
        out[6] = g;
        out[7] = h;
        out[8] = direct;
    }

    static int network_dot(const short *x, const short *y, int n) {
        int total = 0;
        for (int i = 0; i < n; i++) total += x[i] * y[i];
        return total;
    }
    """
    void add_lines "network_add"(const int16_t *table, const uint16_t *rows, int n, int16_t *sums) noexcept nogil
    int32_t dot "network_dot"(const int16_t *x, const int16_t *y, int n) noexcept nogil

cdef enum:
    TABLE = 4096  # exponentials of -x for x in steps of 1 / UNIT

cdef double exponentials[TABLE]


cdef void build_tables() noexcept:
    """exp(-1 / UNIT) by its series, then its powers: the four basic operations alone, the same on every machine."""
    cdef double step = 1.0, term = 1.0
    cdef int i
    for i in range(1, 20):
        term *= -1.0 / UNIT / i
        step += term
    exponentials[0] = 1.0
    for i in range(1, TABLE):
        exponentials[i] = exponentials[i - 1] * step


build_tables()


cdef double logistic(double x) noexcept nogil:
    """1 / (1 + exp(-x)) to within 1 / 1024, for x cut off at +-16 - 1 / UNIT."""
    cdef int at = <int> ((x if x >= 0 else -x) * UNIT + 0.5)
    cdef double tail = exponentials[min(at, TABLE - 1)]
    return 1.0 / (1.0 + tail) if x >= 0 else tail / (1.0 + tail)


cdef void forward(const Network *network, const uint16_t *rows, int n, int n_outputs, double *out) noexcept nogil:
    """The first `n_outputs` outputs for a list of rows."""
    cdef int16_t storage[LINE + 8]
    # On a multiple of 16 bytes.
    cdef int16_t *sums = storage + ((16 - (<size_t> storage & 15)) & 15) // 2
    cdef int i
    cdef int32_t total
    memcpy(sums, network.hidden_biases, LINE * sizeof(int16_t))
    add_lines(network.lines, rows, n, sums)
    for i in range(HIDDEN):
        sums[i] = 0 if sums[i] < 0 else TOP if sums[i] > TOP else sums[i]
    for i in range(n_outputs):
        total = network.biases[i] + dot(sums, network.outputs[i], HIDDEN)
        out[i] = total * (1.0 / (UNIT * FINE)) + sums[HIDDEN + i] * (1.0 / UNIT)


cdef void share_out(const int32_t *scores, int n, float *out) noexcept nogil:
    """Probabilities in proportion to the exponentials of the scores, none below a 4096th of the highest's."""
    cdef int32_t best = scores[0]
    cdef double total = 0.0
    cdef double parts[256]
    cdef int i
    ensure((n > 0) & (n <= 256))
    for i in range(1, n):
        if scores[i] > best:
            best = scores[i]
    for i in range(n):
        parts[i] = exponentials[min(best - scores[i], 2129)]
        total += parts[i]
    for i in range(n):
        out[i] = <float> (parts[i] / total)


cdef int read_network(Network *network, bytes data, int n_rows, int n_action_rows) except -1:
    """Read what `dinoai.clients.training` writes: 16-bit numbers, least significant byte first.

    Raises `ValueError` when the file is not for so many rows.
    """
    cdef const unsigned char *at = data
    cdef int n_lines = n_rows * LINE, i
    cdef size_t base
    cdef int16_t *numbers
    cdef int n = n_lines + OUTPUTS * HIDDEN + 2 * OUTPUTS + LINE + n_action_rows
    if len(data) != 2 * n:
        raise ValueError(f"a network for {n_rows} and {n_action_rows} rows has {2 * n} bytes, not {len(data)}")
    # Weights that are read again take the place of those before: a search of another thread may be reading them.
    if network.block == NULL:
        network.block = malloc(2 * n + 16)
        if network.block == NULL:
            raise MemoryError("no memory for a network")
    numbers = <int16_t *> network.block
    base = <size_t> numbers
    numbers += ((16 - (base & 15)) & 15) // 2
    for i in range(n):
        numbers[i] = <int16_t> (at[2 * i] | at[2 * i + 1] << 8)
    network.n_rows = n_rows
    network.n_action_rows = n_action_rows
    network.lines = numbers
    numbers += n_lines
    memcpy(network.outputs, numbers, OUTPUTS * HIDDEN * 2)
    numbers += OUTPUTS * HIDDEN
    for i in range(OUTPUTS):
        network.biases[i] = numbers[2 * i + 1] * 65536 + <uint16_t> numbers[2 * i]
    numbers += 2 * OUTPUTS
    memcpy(network.hidden_biases, numbers, LINE * 2)
    network.scores = numbers + LINE
    return 0
