// The last resort against a script that a deadline cannot stop.
//
// Lua finishes some operations regardless of hooks: a garbage collection that follows a long chain through tables with
// weak keys, a call of a value whose `__call` leads through more and more values. Both take quadratic time. When such
// an operation has continued for a while after the deadline, the signal handler jumps to where the host entered Lua.
// That is sound because a state that has tripped a limit is never used again: it is not even closed, and its memory
// stays until the process ends.
#define _GNU_SOURCE
#include "limits/limits.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <ucontext.h>

// The address range of Lua's own code; empty when it cannot be told from other code.
static uintptr_t code_start, code_end;

// The section with Lua's code in a binary that contains Lua: tools/embed-lua.sh names it, and the linker makes the
// symbols.
extern const char __start_okit_lua_code[] __attribute__((weak)), __stop_okit_lua_code[] __attribute__((weak));

// Keeps abandoned states reachable.
static _Atomic(okit_state *) left_behind;

static int find_code(struct dl_phdr_info *object, size_t size, void *context) {
  uintptr_t inside = *(uintptr_t *)context, own = (uintptr_t)okit_find_lua_code;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t start = object->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0 || inside < start || inside >= end) continue;
    if (own >= start && own < end) return 1;
    code_start = start;
    code_end = end;
    return 1;
  }
  return 0;
}

void okit_find_lua_code(void) {
  if (__start_okit_lua_code != NULL) {
    code_start = (uintptr_t)__start_okit_lua_code;
    code_end = (uintptr_t)__stop_okit_lua_code;
    return;
  }
  uintptr_t inside = (uintptr_t)dlsym(RTLD_DEFAULT, "lua_newstate");
  if (inside != 0) dl_iterate_phdr(find_code, &inside);
}

// Only Lua's own code may be interrupted: it holds no lock and owns nothing outside of the state. Between it and the
// entry that is jumped to lie only frames of Lua and of the bridge, unless a host function runs.
bool okit_can_jump_out(const okit_state *state, const void *context) {
  const ucontext_t *interrupted = context;
#if defined(__x86_64__)
  uintptr_t place = (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  uintptr_t place = (uintptr_t)interrupted->uc_mcontext.pc;
#else
  uintptr_t place = 0;
#endif
  const okit_recovery_point *recovery = state->calls.recovery;
  bool is_lua = place >= code_start && place < code_end;
  return is_lua && recovery != NULL && recovery->host_depth == state->calls.host_depth;
}

void okit_jump_out(okit_state *state) {
  state->calls.pushing_text = false;
  OKIT_JUMP(state->calls.recovery->buffer);
}

// Only Lua's memory is kept, and only the state refers to it.
void okit_keep_abandoned(okit_state *state) {
  state->calls.outer = atomic_load(&left_behind);
  while (!atomic_compare_exchange_weak(&left_behind, &state->calls.outer, state)) {}
}
