"""Zeroed memory for a search tree; see memory.pxd."""
from libc.stdlib cimport calloc, free
from posix.mman cimport MAP_ANONYMOUS, MAP_FAILED, MAP_PRIVATE, PROT_READ, PROT_WRITE, mmap, munmap

cdef extern from *:
    """
    #include <sys/mman.h>
    static void ask_for_huge_pages(void *memory, size_t bytes) {
    #ifdef MADV_HUGEPAGE
        (void)madvise(memory, bytes, MADV_HUGEPAGE); /* only a wish: without it the search is as right */
    #else
        (void)memory;
        (void)bytes;
    #endif
    }
    """
    void ask_for_huge_pages(void *memory, size_t bytes) noexcept nogil

cdef enum:
    HUGE_PAGE = 1 << 21
    LARGE = 1 << 17  # bytes from which on the system gives the memory, so that it is not cleared before it is used
    HUGE = 1 << 23  # bytes from which on huge pages pay


cdef inline size_t whole_pages(size_t bytes) noexcept nogil:
    """Linux places mappings of whole huge pages so that they can use them."""
    return (bytes + HUGE_PAGE - 1) & ~<size_t> (HUGE_PAGE - 1)


cdef void *reserve(size_t n, size_t size) noexcept nogil:
    """`n` zeroed items of `size` bytes, or NULL; to be given back by `release` with the same numbers."""
    cdef size_t bytes = n * size
    cdef void *memory
    if bytes < LARGE:
        return calloc(n, size)
    bytes = whole_pages(bytes)
    memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if memory == MAP_FAILED:
        return NULL
    if bytes >= HUGE:
        ask_for_huge_pages(memory, bytes)
    return memory


cdef void release(void *memory, size_t n, size_t size) noexcept nogil:
    if n * size < LARGE:
        free(memory)
    elif memory != NULL:
        munmap(memory, whole_pages(n * size))
