// The memory of a state that can return to a saved moment: all blocks lie in chunks, which are copied as a whole.
//
// Blocks have sizes of classes, and a freed block waits in the list of its class. Lua tells the size of each block that
// it gives back, so blocks have no headers. Blocks beyond the largest class come from `malloc`; they are listed,
// because restoring frees those that came after the saving.
#include "limits/limits.h"

#include <stdlib.h>
#include <string.h>

enum {
  // Sizes up to here have a class every 16 bytes, larger ones four classes between two powers of two.
  SMALL = 512,
  SMALL_CLASSES = SMALL / 16,
  LARGEST = 1 << 17,
  CLASSES = SMALL_CLASSES + 32,
  CHUNK = 1 << 20,
};

typedef struct chunk {
  struct chunk *older;
  _Alignas(16) char bytes[];
} chunk;

// The header of a block outside of the chunks; 16 bytes keep the block aligned.
typedef struct large_block {
  struct large_block *previous, *next;
} large_block;

struct okit_arena {
  void *free[CLASSES];
  char *next, *end;  // the unused rest of the newest chunk
  chunk *newest;
  large_block *large;
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

static void *take(okit_arena *arena, unsigned class) {
  void *block = arena->free[class];
  if (block != NULL) {
    arena->free[class] = *(void **)block;
    return block;
  }
  size_t size = size_of(class);
  if ((size_t)(arena->end - arena->next) < size) {
    chunk *added = malloc(CHUNK);
    if (added == NULL) return NULL;
    added->older = arena->newest;
    arena->newest = added;
    arena->next = added->bytes;
    arena->end = (char *)added + CHUNK;
  }
  block = arena->next;
  arena->next += size;
  return block;
}

static void give_back(okit_arena *arena, void *block, unsigned class) {
  *(void **)block = arena->free[class];
  arena->free[class] = block;
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
  if (block != NULL && old_size <= LARGEST && class_of(old_size) == class) return block;
  void *result = class < CLASSES ? take(arena, class) : resize_large(arena, NULL, new_size);
  // A block that cannot become smaller stays; from now on it counts as one of the smaller class, also a large one,
  // which is freed with the arena.
  if (result == NULL || block == NULL) return result;
  memcpy(result, block, old_size < new_size ? old_size : new_size);
  okit_arena_free(arena, block, old_size);
  return result;
}

void okit_arena_free(okit_arena *arena, void *block, size_t size) {
  if (block == NULL) return;
  if (size > LARGEST) {
    free_large(arena, (large_block *)block - 1);
  } else {
    give_back(arena, block, class_of(size));
  }
}

// MARK: Life

okit_arena *okit_open_arena(void) {
  okit_arena *arena = okit_resize(NULL, sizeof *arena);
  if (arena != NULL) *arena = (okit_arena){0};
  return arena;
}

static void free_chunks(okit_arena *arena, const chunk *kept) {
  while (arena->newest != kept) {
    chunk *older = arena->newest->older;
    free(arena->newest);
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
  free(arena);
}

// MARK: Copies

static size_t used_bytes(const okit_arena_copy *copy, const chunk *chunk) {
  return chunk == copy->arena.newest ? copy->used : CHUNK - sizeof *chunk;
}

okit_arena_copy *okit_copy_arena(const okit_arena *arena) {
  if (arena->large != NULL || arena->newest == NULL) return NULL;
  okit_arena_copy *copy = okit_resize(NULL, sizeof *copy);
  if (copy == NULL) return NULL;
  *copy = (okit_arena_copy){.arena = *arena, .used = (size_t)(arena->next - arena->newest->bytes)};
  size_t size = 0;
  for (const chunk *chunk = arena->newest; chunk != NULL; chunk = chunk->older) size += used_bytes(copy, chunk);
  char *bytes = copy->bytes = okit_resize(NULL, size);
  if (bytes == NULL) {
    free(copy);
    return NULL;
  }
  for (const chunk *chunk = arena->newest; chunk != NULL; chunk = chunk->older) {
    memcpy(bytes, chunk->bytes, used_bytes(copy, chunk));
    bytes += used_bytes(copy, chunk);
  }
  return copy;
}

void okit_restore_arena(okit_arena *arena, const okit_arena_copy *copy) {
  free_large_blocks(arena);
  free_chunks(arena, copy->arena.newest);
  const char *bytes = copy->bytes;
  for (chunk *chunk = arena->newest; chunk != NULL; chunk = chunk->older) {
    memcpy(chunk->bytes, bytes, used_bytes(copy, chunk));
    bytes += used_bytes(copy, chunk);
  }
  *arena = copy->arena;
}

void okit_free_arena_copy(okit_arena_copy *copy) {
  if (copy == NULL) return;
  free(copy->bytes);
  free(copy);
}
