"""A small network on lists of rows, in whole numbers, so that every machine gets the same values.

The first layer is a table with a line for each row: the lines of a position's rows are added up (as in an efficiently
updatable network; Nasu 2018). The first HIDDEN sums, cut off below at 0 and above at TOP, are weighted for each output;
a direct share of the outputs stands in the line itself. A policy is a table with one number a row: an action's score is
the sum of its rows, and probabilities are exponentials of scores, shared out.
"""
from libc.stdint cimport int16_t, int32_t, uint16_t

cdef enum:
    HIDDEN = 64
    DIRECT = 8  # of which the outputs take the first
    OUTPUTS = 3
    LINE = HIDDEN + DIRECT
    UNIT = 256  # what 1 is in sums, direct shares and scores
    TOP = 4 * UNIT
    FINE = 4096  # what 1 is in the weights of the outputs


cdef struct Network:
    int n_rows
    int n_action_rows
    void *block  # what the weights stand in; NULL: none read yet
    int16_t *lines  # n_rows of LINE, the first one's start on a multiple of 16 bytes
    int16_t outputs[OUTPUTS][HIDDEN]
    int32_t biases[OUTPUTS]  # in units of UNIT * FINE
    int16_t hidden_biases[LINE]
    int16_t *scores  # n_action_rows


cdef void forward(const Network *network, const uint16_t *rows, int n, int n_outputs, double *out) noexcept nogil
cdef void share_out(const int32_t *scores, int n, float *out) noexcept nogil
cdef double logistic(double x) noexcept nogil
cdef int read_network(Network *network, bytes data, int n_rows, int n_action_rows) except -1
