// Calls from Swift into Lua and from Lua into Swift, coroutines, protected calls.
#ifndef OKIT_CALLS_H
#define OKIT_CALLS_H

#include "state/extra_space.h"

// The compiler's own jumps take a few instructions where they exist; a sanitizer has to see the jump.
#if defined(__x86_64__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
typedef void *okit_jump[5];
#define OKIT_SET_JUMP(buffer) __builtin_setjmp(buffer)
#define OKIT_JUMP(buffer) __builtin_longjmp(buffer, 1)
#else
#include <setjmp.h>
typedef jmp_buf okit_jump;
#define OKIT_SET_JUMP(buffer) _setjmp(buffer)
#define OKIT_JUMP(buffer) _longjmp(buffer, 1)
#endif

// The point to which the watchdog leaves an entry without help from Lua.
typedef struct okit_recovery_point {
  struct okit_recovery_point *outer;
  int host_depth;
  okit_jump buffer;
} okit_recovery_point;

// The coroutine that resumed the running one; on the C stack of the function that resumes.
typedef struct okit_resumer {
  lua_State *from;
  const struct okit_resumer *previous;
} okit_resumer;

// A coroutine of the host.
typedef struct okit_task {
  lua_State *thread;
  int reference;
} okit_task;

enum {
  OKIT_NO_SLOT = -1,
  // The stack index of the message handler, below everything that entries push.
  OKIT_HANDLER = 1,
  OKIT_POOL_SIZE = 16,
  // Closing a coroutine starts a fresh count of C calls in Lua 5.4.4, so nested closing must be bounded here.
  OKIT_CLOSING_DEPTH = 8,
};

#define OKIT_CANNOT_WAIT "cannot wait here: the caller of this function needs its result at once"

typedef struct okit_call_data {
  int depth;          // entries of this state on the C stack
  int host_depth;     // calls of the host that have not returned
  int closing_depth;  // coroutines that are being closed, nested
  okit_state *outer;  // the state whose host function entered this one
  okit_recovery_point *recovery;
  bool pushing_text;  // a text is being pushed outside of a protected call, which may run out of memory
  // Not 0 while evaluations end without a result; set by the host.
  const uint32_t *unwinding;
  bool abandoned;     // the watchdog left Lua in the middle: the Lua state must not be used, nor closed

  const okit_resumer *resumer;
  bool host_yield;     // a host function's yield is on its way to the host
  bool raise_resumed;  // the waiting host function raises its resume argument
  okit_task pool[OKIT_POOL_SIZE];
  int pooled;

  // Registry slots to free at the next entry
  int32_t *released;
  size_t released_count, released_capacity;
} okit_call_data;

// Runs `body` under protection, with `argument` as a light userdata and, unless `index` is 0, a copy of the value
// there. Returns false after an error, which is then described.
bool okit_enter(okit_state *state, lua_CFunction body, void *argument, int index);

// Calls the host and passes its answer to Lua: returns the number of results on the stack, raises, or yields.
int okit_call_host(lua_State *L, okit_call *call);
// Calls the host for a number: 0 when it answers anything else.
uint64_t okit_ask_host(lua_State *L, okit_call *call);
// Calls one of the host's own functions, such as `print`.
int okit_call_handler(lua_State *L, void *handler, const okit_value *arguments, size_t count);
bool okit_is_host_function(lua_CFunction function);

// The place that says that nothing ends, until the host sets another one.
extern const uint32_t okit_not_unwinding;
// Raises the error that ends an evaluation without a result; `pcall` and coroutines pass it on.
int okit_raise_unwinding(lua_State *L);

// Ends an entry that the watchdog, or a lack of memory, has left.
void okit_end_jumped_entry(okit_state *state, const okit_recovery_point *recovery);

// Each replaces functions of the globals as they come from Lua.
void okit_install_protected_calls(lua_State *L);
void okit_install_coroutines(lua_State *L);

#endif
