// The data of a Lua state: `okit_state`, which the host sees as an opaque pointer, with one group of members for each
// folder.
//
// The headers of the folders form a chain, in which each includes the one of the layer below; `tools/check-layers.sh`
// has their order. Functions that may raise a Lua error take a `lua_State *` first; those that take an `okit_state *`
// never raise.
#ifndef OKIT_STATE_H
#define OKIT_STATE_H

#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>

#include "CLua.h"

// Cheap to reach, also from a signal handler.
#define OKIT_THREAD_LOCAL __attribute__((tls_model("initial-exec"))) _Thread_local

// MARK: Errors

typedef struct okit_bytes {
  char *start;
  size_t length, capacity;
} okit_bytes;

// The failure of the last entry. Everything lies on the host's heap, because Lua's may be full.
typedef struct okit_details {
  okit_failure_kind kind;
  int32_t line;
  uint64_t object;
  bool needs_text;  // the error is an object whose `__tostring` has not been called yet
  okit_bytes message, code, file;
  okit_bytes notes, candidates;  // records
} okit_details;

// The last error that ended a coroutine of a script, in case the coroutine that resumed it raises it again.
typedef struct okit_nested_error {
  bool is_valid;
  int slot;  // the registry slot of the table that holds the error
  okit_details details;
} okit_nested_error;

typedef struct okit_error_data {
  bool limit_described;  // `details` describe the tripped limit, and stay
  okit_details details;
  okit_nested_error nested;
  bool describing;
  okit_details inspected;  // of the error that the test framework asked for last
  okit_bytes current_notes;
  lua_Debug place;  // the result of `okit_current_place`, whose short name lies in here
  int key_code, key_message, key_tostring, key_name, key_index;  // registry slots of the names
} okit_error_data;

// MARK: Limits

typedef struct okit_limit_data {
  volatile sig_atomic_t tripped;     // an `okit_trip`; sticky
  volatile sig_atomic_t interrupts;  // 0, or the progress of an interruption
  int64_t slice;                     // steps that C code may take before it checks the limits

  int64_t instruction_limit, instructions_left;  // of an entry; 0: unlimited

  size_t memory_used, memory_limit;
  bool refused;           // an allocation was refused
  size_t growth_limit;    // of what the application has outside of Lua; 0: unlimited
  size_t resident_limit;  // of the whole process: when to measure the application

  uint64_t stack_overflows;  // errors of a stack without room, also those that scripts have caught
  int depth_limit;           // INT_MAX: unlimited
  int levels_until_check;    // call records that may be allocated before the depth is checked
  size_t level_record_size;  // of a call record; 0 when unknown
  char *stack_floor;         // the lowest address that the thread's stack may reach

  // Nanoseconds of the monotonic clock
  int64_t time_limit, deadline, next_tick;
  int64_t period_end;  // the deadline of all entries of a period; 0 outside of one
  // The number of the current or last entry, and of the entry that `deadline` belongs to
  volatile uint64_t entry_number;
  uint64_t deadline_entry;
  uint64_t timer_stamp;  // the thread's stamp when the timer was last checked; OKIT_NO_STAMP forces a check
  timer_t timer;
  volatile uint32_t timer_thread;  // the thread that the timer signals; 0 without a timer

  okit_interruption *interruption;  // NULL: the work of the state cannot be interrupted
  int work_depth;                   // nested work
  pid_t outer_thread;               // the thread of the interruption before the work
  okit_state *outer_work;           // the state whose work has begun this one's
} okit_limit_data;

// MARK: Values and objects

// A kind of host object.
typedef struct okit_kind okit_kind;

typedef struct okit_value_data {
  okit_kind *kinds;
  size_t kind_count;

  // Objects that Lua has collected
  okit_object *collected;
  size_t collected_count, collected_capacity;

  // Values that were read for the host
  okit_value *out;
  size_t out_count, out_capacity;
  bool collecting;  // `out` is being filled; after an error, its slots are to be freed

  // Registry slots to free at the next entry
  int32_t *released;
  size_t released_count, released_capacity;
} okit_value_data;

// MARK: Calls

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

enum { OKIT_POOL_SIZE = 16 };

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
  bool (*calls_host)(lua_CFunction function);  // whether a function of the bridge does so

  const okit_resumer *resumer;
  bool knows_wanted_results;  // `okit_wants_result` reads Lua's call records rightly
  bool host_yield;     // a host function's yield is on its way to the host
  bool raise_resumed;  // the waiting host function raises its resume argument
  okit_task pool[OKIT_POOL_SIZE];
  int pooled;
} okit_call_data;

// MARK: Files and processes

enum { OKIT_OPEN_FILES = 64 };

// An open file of a script as the system knows it.
typedef struct okit_open_file {
  int descriptor;
  pid_t child;  // the process at the other end of a pipe, or 0
} okit_open_file;

typedef struct okit_io_data {
  okit_grants *grants;
  // Kept outside of Lua too, where an abandoned state cannot be asked.
  okit_open_file files[OKIT_OPEN_FILES];
  volatile int file_count;
  volatile pid_t awaited_child;  // the process that the script waits for
} okit_io_data;

// MARK: What is the same in every process

// The numbers of objects in texts.
typedef struct okit_identity_data {
  int slot;  // the registry slot of the table of objects and their numbers
  lua_Integer count;
} okit_identity_data;

// MARK: The state

// Where the memory of a state lies that can be restored, and what it was when it was saved.
typedef struct okit_arena okit_arena;
typedef struct okit_saved okit_saved;

struct okit_state {
  okit_limit_data limits;
  okit_call_data calls;
  okit_error_data errors;
  okit_value_data values;
  okit_io_data io;
  okit_identity_data identities;
  uint64_t random;        // the state of the generator for `math.randomseed()`
  bool has_known_order;  // the seed of Lua's hash is ours
  lua_State *main;
  lua_State *running;  // the coroutine that runs now; the signal handler reads it too
  okit_host host;
  okit_arena *arena;
  bool will_be_saved;  // what is loaded now is there for each script
  okit_saved *saved;  // NULL until `okit_save`
};

// Lua keeps a pointer's worth of extra space for each thread and copies it to each new coroutine; the address of the
// state lies there. Flags are in the two lowest bits, which are 0 in an address: the coroutine is the host's own; it
// waits inside a host function, and continues when the coroutine that resumed it is resumed.
enum { OKIT_TASK_BIT = 1, OKIT_WAITS_BIT = 2 };

static inline okit_state *okit_of(lua_State *L) {
  return (okit_state *)(*(uintptr_t *)lua_getextraspace(L) & ~(uintptr_t)(OKIT_TASK_BIT | OKIT_WAITS_BIT));
}

#endif
