"""Assertions of the debug build (DINOAI_DEBUG=1); a release compiles them to nothing and does not evaluate them.

A condition must be a single expression without `and` and `or`: Cython computes those before the call, in a release too.
"""
cdef extern from *:
    """
    #ifdef DINOAI_DEBUG
    #include <stdio.h>
    #include <stdlib.h>
    static void dinoai_fail(const char *condition, const char *file, int line) {
        fprintf(stderr, "%s:%d: dinoai: the assertion does not hold: %s\\n", file, line, condition);
        fflush(stderr);
        abort();
    }
    #define DINOAI_CHECKED 1
    #define dinoai_ensure(condition) ((condition) ? (void) 0 : dinoai_fail(#condition, __FILE__, __LINE__))
    #else
    #define DINOAI_CHECKED 0
    #define dinoai_ensure(condition) ((void) 0)
    #endif
    """
    const int CHECKED "DINOAI_CHECKED"
    # Ends the process with file and line when the condition does not hold.
    void ensure "dinoai_ensure"(bint condition) noexcept nogil
