"""Zeroed memory for a search tree; see memory.pxd."""
from libc.stdlib cimport calloc, free
from libc.string cimport memmove, memset
from posix.mman cimport MAP_ANONYMOUS, MAP_FAILED, MAP_PRIVATE, PROT_READ, PROT_WRITE, mmap, munmap

cdef extern from *:
    """
    #include <pthread.h>
    #include <sys/mman.h>
    static void ask_for_huge_pages(void *memory, size_t bytes) {
    #ifdef MADV_HUGEPAGE
        (void)madvise(memory, bytes, MADV_HUGEPAGE); /* only a wish: without it the search is as right */
    #else
        (void)memory;
        (void)bytes;
    #endif
    }
    static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;
    /* Nobody waits for the other: without what is kept memory comes from the system. */
    static int begin_keeping(void) { return pthread_mutex_trylock(&keeping) == 0; }
    static void end_keeping(void) { (void)pthread_mutex_unlock(&keeping); }
    """
    void ask_for_huge_pages(void *memory, size_t bytes) noexcept nogil
    bint begin_keeping() noexcept nogil
    void end_keeping() noexcept nogil

cdef enum:
    HUGE_PAGE = 1 << 21
    LARGE = 1 << 17  # bytes from which on the system gives the memory, so that it is not cleared before it is used
    HUGE = 1 << 23  # bytes from which on huge pages pay
    FEW = 1 << 20  # bytes in use up to which clearing them takes less time than new pages
    MAX_KEPT = 16  # mappings that are kept: of two searches, in which 1 to 2 MiB each are really there

cdef struct Mapping:
    void *memory
    size_t bytes

cdef Mapping kept[MAX_KEPT]  # all of them zeroed, the last used last
cdef int n_kept = 0


cdef inline size_t whole_pages(size_t bytes) noexcept nogil:
    """Linux places mappings of whole huge pages so that they can use them."""
    return (bytes + HUGE_PAGE - 1) & ~<size_t> (HUGE_PAGE - 1)


cdef void *take(size_t bytes) noexcept nogil:
    """A kept mapping of that size, or NULL."""
    global n_kept
    cdef void *memory = NULL
    cdef int i
    if not begin_keeping():
        return NULL
    for i in range(n_kept - 1, -1, -1):
        if kept[i].bytes == bytes:
            memory = kept[i].memory
            n_kept -= 1
            memmove(&kept[i], &kept[i + 1], (n_kept - i) * sizeof(Mapping))
            break
    end_keeping()
    return memory


cdef void keep(void *memory, size_t bytes) noexcept nogil:
    """Keep a zeroed mapping for later; the one that was of no use for longest makes room."""
    global n_kept
    if not begin_keeping():
        munmap(memory, bytes)
        return
    if n_kept == MAX_KEPT:
        munmap(kept[0].memory, kept[0].bytes)
        n_kept -= 1
        memmove(&kept[0], &kept[1], n_kept * sizeof(Mapping))
    kept[n_kept].memory = memory
    kept[n_kept].bytes = bytes
    n_kept += 1
    end_keeping()


cdef void *reserve(size_t n, size_t size) noexcept nogil:
    """`n` zeroed items of `size` bytes, or NULL; to be given back by `release` with the same numbers."""
    cdef size_t bytes = n * size
    cdef void *memory
    if bytes < LARGE:
        return calloc(n, size)
    bytes = whole_pages(bytes)
    memory = take(bytes)
    if memory != NULL:
        return memory
    memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if memory == MAP_FAILED:
        return NULL
    if bytes >= HUGE:
        ask_for_huge_pages(memory, bytes)
    return memory


cdef void release(void *memory, size_t n, size_t size, size_t n_used) noexcept nogil:
    """Give items back of which at most the first `n_used` are not zero."""
    if n * size < LARGE:
        free(memory)
    elif memory != NULL:
        if n_used * size > FEW:
            munmap(memory, whole_pages(n * size))
            return
        memset(memory, 0, n_used * size)
        keep(memory, whole_pages(n * size))
