// The declarations that the files of `limits` share.
#ifndef OKIT_LIMITS_INTERNAL_H
#define OKIT_LIMITS_INTERNAL_H

#include "limits/limits.h"

// limits.c
void okit_unblock(void);

// depth.c
void okit_check_depth(okit_state *state);

// process_memory.c
bool okit_exceeds_process_memory(const okit_state *state);

// watchdog.c
void okit_find_lua_code(void);
bool okit_can_jump_out(const okit_state *state, const void *context);

// fault_injection.c
bool okit_allocation_fails(void);
int64_t okit_clock_advance(void);

#endif
