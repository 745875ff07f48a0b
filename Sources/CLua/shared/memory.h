// The heap of the bridge, and fault injection.
#ifndef OKIT_MEMORY_H
#define OKIT_MEMORY_H

#include "shared/state.h"

// Returns NULL without memory.
void *okit_resize(void *block, size_t size);

// Appends to the bytes. Returns false, with the bytes as they were, without memory.
bool okit_append(okit_bytes *bytes, const char *text, size_t length);

// fault_injection.c
bool okit_allocation_fails(void);
int64_t okit_clock_advance(void);

#endif
