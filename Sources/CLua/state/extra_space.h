// From a Lua thread to its `okit_state`. Lua keeps a pointer's worth of extra space for each thread and copies it to
// each new coroutine; the address of the state lies there.
#ifndef OKIT_EXTRA_SPACE_H
#define OKIT_EXTRA_SPACE_H

#include <lua5.4/lua.h>
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>

#include "CLua.h"

// Cheap to reach, also from a signal handler.
#define OKIT_THREAD_LOCAL __attribute__((tls_model("initial-exec"))) _Thread_local

// Flags in the two lowest bits, which are 0 in an address: the coroutine is the host's own; it waits inside a host
// function, and continues when the coroutine that resumed it is resumed.
enum { OKIT_TASK_BIT = 1, OKIT_WAITS_BIT = 2 };

static inline okit_state *okit_of(lua_State *L) {
  return (okit_state *)(*(uintptr_t *)lua_getextraspace(L) & ~(uintptr_t)(OKIT_TASK_BIT | OKIT_WAITS_BIT));
}

static inline bool okit_is_task(lua_State *L) { return *(uintptr_t *)lua_getextraspace(L) & OKIT_TASK_BIT; }

#endif
