// The allocator of a state: size classes with free lists, in chunks that are copied as a whole when the state is saved.
//
// Lua passes the size of each block that it frees, so blocks have no headers. Blocks beyond the largest class come from
// `malloc`; the arena lists them, because restoring frees those that were allocated after the copy.
//
// A class does not use the free blocks of another. So whenever the chunks have doubled, and before they exceed twice
// the limit of the state, the arena unmaps the chunks without used blocks.
#include "limits/limits.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  // Sizes up to here have a class every 16 bytes, larger ones four classes between two powers of two.
  SMALL = OKIT_SMALL_BLOCK,
  SMALL_CLASSES = SMALL / 16,
  LARGEST = 1 << 17,
  CLASSES = OKIT_BLOCK_CLASSES,
  CHUNK = 1 << 20,
};

// Aligned to its size, so that the address of a block gives its chunk.
typedef struct chunk {
  struct chunk *older;
  size_t unused;  // the bytes at its end that were too few for the next block
  size_t free;    // during `reclaim`: `unused` and the free blocks
  _Alignas(16) char bytes[];
} chunk;

// The header of a block outside of the chunks; 16 bytes keep the block aligned.
typedef struct large_block {
  struct large_block *previous, *next;
} large_block;

struct okit_arena {
  okit_blocks blocks;  // first, as `okit_take_small` expects
  chunk *newest;
  size_t held, limit;  // the bytes of all chunks, and the most; 0: no limit
  size_t next_reclaim;  // the value of `held` at which `reclaim` runs
  large_block *large;
  chunk *spare;        // kept by restoring, because its pages are mapped
  const chunk *saved;  // the newest chunk of the copy; it and older ones are never unmapped
  // The blocks in here stay until the arena is closed, and nothing changes them, so that they are not copied.
  chunk *fixed;
  char *next_fixed;
  bool has_strays;     // whether a free list may have a block outside of all chunks
};

struct okit_arena_copy {
  okit_arena arena;
  size_t used;  // bytes of the newest chunk; older ones are copied as a whole
  char *bytes;  // of all chunks, the newest one first
};

static unsigned class_of(size_t size) {
  if (size <= SMALL) return (unsigned)(size - 1) / 16;
  unsigned bits = 63 - (unsigned)__builtin_clzll(size - 1);
  return SMALL_CLASSES + (bits - 9) * 4 + (unsigned)((size - 1) >> (bits - 2) & 3);
}

static size_t size_of(unsigned class) {
  if (class < SMALL_CLASSES) return (class + 1) * 16;
  unsigned bits = (class - SMALL_CLASSES) / 4 + 9, quarters = (class - SMALL_CLASSES) % 4 + 1;
  return ((size_t)1 << bits) + ((size_t)quarters << (bits - 2));
}

// Tells AddressSanitizer which bytes must not be accessed: those of free blocks, and those after a block.
#ifdef OKIT_HAS_SANITIZER
void __asan_poison_memory_region(const volatile void *bytes, size_t count);
void __asan_unpoison_memory_region(const volatile void *bytes, size_t count);
static void close_bytes(void *bytes, size_t count) { __asan_poison_memory_region(bytes, count); }
static void open_bytes(void *bytes, size_t count) { __asan_unpoison_memory_region(bytes, count); }
#else
static void close_bytes(void *bytes, size_t count) { (void)bytes, (void)count; }
static void open_bytes(void *bytes, size_t count) { (void)bytes, (void)count; }
#endif

// Chunks are mapped, so that each can be unmapped alone. The leak detection of AddressSanitizer follows only pointers
// in blocks of `malloc`.
static chunk *map_chunk(void) {
#ifdef OKIT_HAS_SANITIZER
  return aligned_alloc(CHUNK, CHUNK);
#else
  char *bytes = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return NULL;
  size_t beyond = (uintptr_t)bytes & (CHUNK - 1);
  if (beyond == 0) return (chunk *)bytes;
  munmap(bytes, CHUNK);
  bytes = mmap(NULL, 2 * CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return NULL;
  size_t before = (size_t)-(uintptr_t)bytes & (CHUNK - 1);
  if (before > 0) munmap(bytes, before);
  munmap(bytes + before + CHUNK, CHUNK - before);
  return (chunk *)(bytes + before);
#endif
}

static void unmap_chunk(chunk *chunk) {
#ifdef OKIT_HAS_SANITIZER
  open_bytes(chunk, CHUNK);
  free(chunk);
#else
  munmap(chunk, CHUNK);
#endif
}

static chunk *chunk_of(const void *block) { return (chunk *)((uintptr_t)block & ~(uintptr_t)(CHUNK - 1)); }

static bool is_empty(const chunk *chunk) { return chunk->free == CHUNK - sizeof *chunk; }

// Unmaps the chunks without used blocks, except the newest one and those of a copy. O(free blocks).
static void reclaim(okit_arena *arena) {
  if (arena->newest == arena->saved || arena->has_strays) return;
  bool stays = false;
  for (chunk *chunk = arena->newest; chunk != NULL; chunk = chunk->older) {
    stays = stays || chunk == arena->saved;
    chunk->free = stays || chunk == arena->newest ? CHUNK : chunk->unused;
  }
  for (unsigned class = 0; class < CLASSES; class++) {
    for (char *block = arena->blocks.free[class]; block != NULL; block = *(void **)block) {
      open_bytes(block, sizeof(void *));
      chunk_of(block)->free += size_of(class);
    }
  }
  for (unsigned class = 0; class < CLASSES; class++) {
    void **link = &arena->blocks.free[class];
    while (*link != NULL) {
      if (is_empty(chunk_of(*link))) {
        *link = *(void **)*link;
      } else {
        link = *link;
      }
    }
  }
  chunk **link = &arena->newest->older;
  while (*link != arena->saved) {
    chunk *chunk = *link;
    if (is_empty(chunk)) {
      *link = chunk->older;
      unmap_chunk(chunk);
      arena->held -= CHUNK;
    } else {
      link = &chunk->older;
    }
  }
}

static bool is_full(const okit_arena *arena) { return arena->limit != 0 && arena->held + CHUNK > arena->limit; }

static bool add_chunk(okit_arena *arena) {
  if (is_full(arena) || arena->held >= arena->next_reclaim) {
    reclaim(arena);
    arena->next_reclaim = 2 * arena->held;
    if (is_full(arena)) return false;
  }
  chunk *added = arena->spare != NULL ? arena->spare : map_chunk();
  if (added == NULL) return false;
  arena->spare = NULL;
  if (arena->newest != NULL) arena->newest->unused = (size_t)(arena->blocks.end - arena->blocks.next);
  *added = (chunk){.older = arena->newest};
  arena->newest = added;
  arena->blocks.next = added->bytes;
  arena->blocks.end = (char *)added + CHUNK;
  arena->held += CHUNK;
  close_bytes(arena->blocks.next, CHUNK - sizeof *added);
  return true;
}

static void *allocate(okit_arena *arena, unsigned class, size_t size) {
  void *block = arena->blocks.free[class];
  if (block != NULL) {
    open_bytes(block, size < sizeof(void *) ? sizeof(void *) : size);
    arena->blocks.free[class] = *(void **)block;
    return block;
  }
  size_t whole = size_of(class);
  if ((size_t)(arena->blocks.end - arena->blocks.next) < whole && !add_chunk(arena)) return NULL;
  block = arena->blocks.next;
  arena->blocks.next += whole;
  open_bytes(block, size);
  return block;
}

static void free_block(okit_arena *arena, void *block, unsigned class) {
  open_bytes(block, sizeof(void *));
  *(void **)block = arena->blocks.free[class];
  arena->blocks.free[class] = block;
  close_bytes(block, size_of(class));
}

static void *resize_large(okit_arena *arena, large_block *block, size_t size) {
  large_block *resized = realloc(block, sizeof *resized + size);
  if (resized == NULL) return NULL;
  if (block == NULL) {
    *resized = (large_block){.next = arena->large};
    arena->large = resized;
  } else if (resized->previous != NULL) {
    resized->previous->next = resized;
  } else {
    arena->large = resized;
  }
  if (resized->next != NULL) resized->next->previous = resized;
  return resized + 1;
}

static void free_large(okit_arena *arena, large_block *block) {
  if (block->previous != NULL) {
    block->previous->next = block->next;
  } else {
    arena->large = block->next;
  }
  if (block->next != NULL) block->next->previous = block->previous;
  free(block);
}

void *okit_arena_resize(okit_arena *arena, void *block, size_t old_size, size_t new_size) {
  if (new_size > LARGEST && (block == NULL || old_size > LARGEST)) {
    return resize_large(arena, block == NULL ? NULL : (large_block *)block - 1, new_size);
  }
  unsigned class = new_size <= LARGEST ? class_of(new_size) : CLASSES;
  if (block != NULL && old_size <= LARGEST && class_of(old_size) == class && chunk_of(block) != arena->fixed) {
    close_bytes(block, size_of(class));
    open_bytes(block, new_size);
    return block;
  }
  void *result = class < CLASSES ? allocate(arena, class, new_size) : resize_large(arena, NULL, new_size);
  // A block that cannot shrink is kept and counts as one of the smaller class from then on; a large one is freed with
  // the arena.
  if (result == NULL && new_size < old_size && old_size > LARGEST) arena->has_strays = true;
  if (result == NULL || block == NULL) return result;
  memcpy(result, block, old_size < new_size ? old_size : new_size);
  okit_arena_free(arena, block, old_size);
  return result;
}

void okit_arena_free(okit_arena *arena, void *block, size_t size) {
  if (block == NULL) return;
  if (size > LARGEST) {
    free_large(arena, (large_block *)block - 1);
  } else if (chunk_of(block) != arena->fixed) {
    free_block(arena, block, class_of(size));
  }
}

// MARK: Fixed blocks

void okit_add_fixed_chunk(okit_arena *arena) {
  if (arena->fixed != NULL) return;
  arena->fixed = map_chunk();
  if (arena->fixed != NULL) arena->next_fixed = arena->fixed->bytes;
}

void *okit_arena_fix(okit_arena *arena, size_t size) {
  if (arena->fixed == NULL || size > LARGEST) return NULL;
  size_t whole = size_of(class_of(size));
  if ((size_t)((char *)arena->fixed + CHUNK - arena->next_fixed) < whole) return NULL;
  void *block = arena->next_fixed;
  arena->next_fixed += whole;
  return block;
}

// MARK: Life

okit_arena *okit_open_arena(size_t memory_limit) {
  okit_arena *arena = okit_resize(NULL, sizeof *arena);
  if (arena == NULL) return NULL;
  *arena = (okit_arena){
    .limit = memory_limit == 0 || memory_limit > SIZE_MAX / 4 ? 0 : 2 * memory_limit + CHUNK,
    .next_reclaim = 8 * CHUNK};
  return arena;
}

static void free_chunks(okit_arena *arena, const chunk *kept) {
  while (arena->newest != kept) {
    chunk *older = arena->newest->older;
    unmap_chunk(arena->newest);
    arena->newest = older;
  }
}

static void free_large_blocks(okit_arena *arena) {
  while (arena->large != NULL) free_large(arena, arena->large);
}

void okit_close_arena(okit_arena *arena) {
  if (arena == NULL) return;
  free_large_blocks(arena);
  free_chunks(arena, NULL);
  if (arena->spare != NULL) unmap_chunk(arena->spare);
  if (arena->fixed != NULL) unmap_chunk(arena->fixed);
  free(arena);
}

// MARK: Copies

static size_t used_bytes(const okit_arena_copy *copy, const chunk *chunk) {
  return chunk == copy->arena.newest ? copy->used : CHUNK - sizeof *chunk;
}

okit_arena_copy *okit_copy_arena(okit_arena *arena) {
  if (arena->large != NULL || arena->newest == NULL) return NULL;
  okit_arena_copy *copy = okit_resize(NULL, sizeof *copy);
  if (copy == NULL) return NULL;
  arena->saved = arena->newest;
  *copy = (okit_arena_copy){.arena = *arena, .used = (size_t)(arena->blocks.next - arena->newest->bytes)};
  size_t size = 0;
  for (const chunk *chunk = arena->newest; chunk != NULL; chunk = chunk->older) size += used_bytes(copy, chunk);
  char *bytes = copy->bytes = okit_resize(NULL, size);
  if (bytes == NULL) {
    free(copy);
    return NULL;
  }
  for (chunk *chunk = arena->newest; chunk != NULL; chunk = chunk->older) {
    open_bytes(chunk->bytes, CHUNK - sizeof *chunk);
    memcpy(bytes, chunk->bytes, used_bytes(copy, chunk));
    bytes += used_bytes(copy, chunk);
  }
  return copy;
}

void okit_restore_arena(okit_arena *arena, const okit_arena_copy *copy) {
  free_large_blocks(arena);
  chunk *spare = arena->spare;
  if (spare == NULL && arena->newest != copy->arena.newest) {
    spare = arena->newest;
    arena->newest = spare->older;
  }
  free_chunks(arena, copy->arena.newest);
  const char *bytes = copy->bytes;
  for (chunk *chunk = arena->newest; chunk != NULL; chunk = chunk->older) {
    open_bytes(chunk->bytes, CHUNK - sizeof *chunk);
    memcpy(chunk->bytes, bytes, used_bytes(copy, chunk));
    bytes += used_bytes(copy, chunk);
  }
  *arena = copy->arena;
  arena->spare = spare;
}

void okit_free_arena_copy(okit_arena_copy *copy) {
  if (copy == NULL) return;
  free(copy->bytes);
  free(copy);
}
