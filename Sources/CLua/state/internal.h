// What the C files of the bridge share. Functions that may raise a Lua error take a `lua_State *` first; those that
// take an `okit_state *` never raise.
#ifndef OKIT_INTERNAL_H
#define OKIT_INTERNAL_H

#include <lua5.4/lua.h>
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <time.h>

#include "CLua.h"

// Cheap to reach, also from a signal handler.
#define OKIT_THREAD_LOCAL __attribute__((tls_model("initial-exec"))) _Thread_local

// No thread ever has it.
#define OKIT_NO_STAMP UINT64_MAX

enum {
  OKIT_KIND_FAILURE = 0,
  OKIT_NO_SLOT = -1,
  // Where the stack of a state has its message handler, under all that entries put there.
  OKIT_HANDLER = 1,
  OKIT_POOL_SIZE = 16,
  OKIT_OPEN_FILES = 64,
  OKIT_TABLE_DEPTH = 64,
  OKIT_MESSAGE_LENGTH = 4000,
  // How far the stack is searched for a place; the time for it grows with the square.
  OKIT_SEARCHED_LEVELS = 200,
  // Closing a coroutine starts a fresh count of C calls in Lua 5.4.4, so nested closing must be bounded here.
  OKIT_CLOSING_DEPTH = 8,
};

typedef struct okit_bytes {
  char *start;
  size_t length, capacity;
} okit_bytes;

// Why the last entry failed; all on the host's heap, because it is written where Lua's may be full.
typedef struct okit_details {
  okit_failure_kind kind;
  int32_t line;
  uint64_t object;
  bool needs_text;  // the error is an object whose `__tostring` is still to be asked
  okit_bytes message, code, file, trace, names;
} okit_details;

// The last error that ended a coroutine of a script, in case it is raised again in the one that resumed it.
typedef struct okit_inner {
  bool is_valid;
  const void *object;  // what is no text
  okit_bytes text;     // the text as it was raised
  okit_details details;
} okit_inner;

// The names of a kind that have numbers, by the addresses of their strings: those stay, because `fields` has them as keys.
typedef struct okit_names {
  struct okit_name {
    const void *address;
    int32_t slot;
  } *entries;
  size_t count, mask;  // of a table of a power of two, at most half full
} okit_names;

typedef struct okit_kind {
  int metatable, cache, fields;  // registry slots
  size_t weight;
  okit_operations operations;
  void *handler;
  okit_names names;
} okit_kind;

typedef struct okit_task {
  lua_State *thread;
  int reference;
} okit_task;

// What a file that a script has opened is for the system.
typedef struct okit_held {
  int descriptor;
  pid_t child;  // the program behind a pipe, or 0
} okit_held;

#define OKIT_CANNOT_WAIT "cannot wait here: what has called this function needs its result at once"

// Who resumed the coroutine that runs; on the C stack of whoever resumes.
typedef struct okit_resumer {
  lua_State *from;
  const struct okit_resumer *previous;
} okit_resumer;

// The compiler's own jumps take a few moves where they exist; a sanitizer has to see the jump.
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

// Where an entry can be left to, without any help of Lua's.
typedef struct okit_way_out {
  struct okit_way_out *outer;
  int inside;
  okit_jump buffer;
} okit_way_out;

struct okit_state {
  lua_State *main;
  lua_State *running;  // the coroutine that runs now; also read by the signal handler
  okit_host host;
  okit_grants *grants;
  // Kept here as well as in Lua, where nobody looks any more when a script was left in the middle.
  okit_held held[OKIT_OPEN_FILES];
  volatile int open_files;
  volatile pid_t waited;  // the program that is waited for
  int depth;           // entries of this state on the C stack
  int inside;          // calls of the host that have not returned
  int closing;         // coroutines that are being closed, nested
  volatile sig_atomic_t tripped;
  volatile sig_atomic_t interrupts;  // whether somebody wanted the entry that runs to end
  bool limit_described;  // `details` say where the limit tripped, for good
  int64_t slice;         // the steps that bounded functions may still take before they look at the limits

  // Instructions of an entry; no budget is 0
  int64_t budget, budget_left;

  // Memory
  size_t used, limit;
  size_t most_resident;  // of the whole process; 0 is any size

  // Depth; no limit of levels is INT_MAX
  int depth_limit;
  int levels_left;    // records of levels that may be made before the depth is looked at
  size_t level_size;  // of the record of a level; 0 when it is not known
  char *floor;        // how far down the thread's stack may go

  // Deadline, in nanoseconds of the monotonic clock
  int64_t time_limit, deadline, timer_at;
  int64_t period_end;  // what all entries have to end by; 0 when each has its own time
  // The entry that runs or ran last, and the one that `deadline` is for
  volatile uint64_t entry;
  uint64_t seen_entry;
  uint64_t seen_stamp;  // of the thread, when the timer was looked at; OKIT_NO_STAMP to look at it in any case
  timer_t timer;
  volatile uint32_t timer_thread;  // the number of the thread that the timer signals; 0 while there is no timer
  okit_state *outer;   // the state whose host function entered this one
  okit_way_out *way_out;
  bool pushing;        // what is pushed may take memory, outside of a protected call
  bool abandoned;      // Lua was left in the middle: the state must not be touched, nor closed

  // Coroutines
  const okit_resumer *resumer;
  bool host_yield;     // a host function's yield is on its way to the host
  bool raise_resumed;  // the waiting host function raises what it is resumed with
  okit_task pool[OKIT_POOL_SIZE];
  int pooled;

  // Objects
  okit_kind *kinds;
  size_t kind_count;
  okit_object *collected;
  size_t collected_count, collected_capacity;

  // Registry slots to free at the next entry
  int32_t *released;
  size_t released_count, released_capacity;

  // Values that were read for the host
  okit_value *out;
  size_t out_count, out_capacity;
  bool collecting;  // `out` is being filled; if that fails, its slots are to be freed

  int key_code, key_message, key_tostring, key_name, key_index;  // registry slots of the names
  okit_details details;
  okit_inner inner;
  bool describing;
  okit_bytes current_trace;
  lua_Debug place;  // what `okit_current_place` found; its short name lies in here
};

// The two lowest bits of a thread's extra space say what the coroutine is besides: the host's own, or one that waits in a
// function of the host, and is resumed by whoever resumed it before.
enum { OKIT_TASK_BIT = 1, OKIT_WAITS_BIT = 2 };
static inline okit_state *okit_of(lua_State *L) {
  return (okit_state *)(*(uintptr_t *)lua_getextraspace(L) & ~(uintptr_t)(OKIT_TASK_BIT | OKIT_WAITS_BIT));
}
static inline bool okit_is_task(lua_State *L) { return *(uintptr_t *)lua_getextraspace(L) & OKIT_TASK_BIT; }

static inline size_t okit_place_of_name(const okit_names *names, const void *address) {
  uintptr_t bits = (uintptr_t)address;
  size_t place = (bits >> 4 ^ bits >> 12) & names->mask;
  while (names->entries[place].address != NULL && names->entries[place].address != address) {
    place = (place + 1) & names->mask;
  }
  return place;
}

// The number of a name, or OKIT_NO_SLOT.
static inline int32_t okit_find_name(const okit_names *names, const void *address) {
  if (names->entries == NULL) return OKIT_NO_SLOT;
  const struct okit_name *entry = &names->entries[okit_place_of_name(names, address)];
  return entry->address != NULL ? entry->slot : OKIT_NO_SLOT;
}

// state/state.c
void okit_free_released(okit_state *state, lua_State *L);
bool okit_enter(okit_state *state, lua_CFunction body, void *argument, int index);
void okit_fail(okit_state *state, const char *message);
int okit_open_libraries(lua_State *L);

// limits/limits.c
void okit_stop_timer(okit_state *state);
void okit_trip_over(okit_state *state, okit_trip trip);
void okit_check_status(lua_State *L, int status);
int okit_raise_limit(lua_State *L);
// Raises the error that somebody wants, if it has not been raised yet; sees to it that the coroutine raises it.
void okit_raise_interrupt(lua_State *L);
void okit_hook_interrupt(lua_State *L);
// Raises it once more, in what has called the host: it has ended only a function that the host had called.
void okit_repeat_interrupt(lua_State *L);
static inline void okit_check(lua_State *L) {
  if (okit_of(L)->tripped) okit_raise_limit(L);
}
void *okit_allocate(void *state, void *block, size_t old_size, size_t new_size);

void okit_unblock(void);

// limits/depth.c
int okit_raise_stack(lua_State *L);
void okit_look_at_depth(okit_state *state);
void okit_measure_levels(lua_State *L);
// For each function that can come back to itself with little help from Lua.
static inline void okit_check_stack(lua_State *L) {
  if ((char *)__builtin_frame_address(0) < okit_of(L)->floor) okit_raise_stack(L);
}

// limits/process_memory.c
void okit_limit_growth(okit_state *state, size_t limit);
bool okit_has_grown(const okit_state *state);

// limits/watchdog.c
void okit_find_lua(void);
bool okit_may_leave(const okit_state *state, const void *context);
_Noreturn void okit_leave(okit_state *state);
void okit_left(okit_state *state, const okit_way_out *way_out);
void okit_leave_behind(okit_state *state);

// io/processes.c
void okit_interrupt_children(const okit_state *state);

// io/files.c
// Closes what is open, where Lua cannot do it any more.
void okit_close_held(okit_state *state);

// limits/fault_injection.c
void *okit_resize(void *block, size_t size);
bool okit_allocation_fails(void);
int64_t okit_clock_advance(void);

// limits/instruction_budget.c
void okit_begin_budget(okit_state *state);
// Pays for what a coroutine runs next; raises in L when there is nothing left to pay with.
void okit_pay_slice(lua_State *L, lua_State *coroutine, bool is_new);

// errors/failures.c
int okit_message_handler(lua_State *L);
void okit_describe(okit_state *state, lua_State *L, int index, lua_State *thread);
void okit_describe_status(okit_state *state, lua_State *L, int status);
void okit_describe_text(okit_state *state, lua_State *L);
void okit_describe_limit(okit_state *state, lua_State *thread);
okit_details okit_take_details(okit_state *state);
void okit_put_details(okit_state *state, okit_details details);
void okit_free_details(okit_details *details);

// errors/nested_errors.c
// How an error in a coroutine is told: before the coroutine's stack is gone, its error being on top of L.
void okit_remember(okit_state *state, lua_State *L, lua_State *coroutine);
// Tells that closing variables after a failure failed too, by the error on top of L.
void okit_note_closing(okit_state *state, lua_State *L, lua_State *thread, okit_details *details);

bool okit_is_inner(const okit_inner *inner, lua_State *L, int index);
void okit_describe_inner(okit_state *state);

// errors/error_objects.c
void okit_describe_object(lua_State *L, int index, okit_bytes *bytes);
bool okit_push_metafield(lua_State *L, int index, int key);

// errors/suggestions.c
void okit_collect_names(lua_State *L, okit_text message, okit_bytes *names);

// errors/traceback.c
bool okit_append(okit_bytes *bytes, const char *text, size_t length);
okit_text okit_source_name(const lua_Debug *record);
bool okit_script_frame(lua_State *L, lua_Debug *record);
void okit_trace(lua_State *L, okit_bytes *bytes);

// values/values.c
void okit_drop_collected(okit_state *state);
void okit_describe_value(lua_State *L, int index, okit_value *value);
void okit_collect_values(lua_State *L, int first, int count, okit_values *values);
const okit_value *okit_push(lua_State *L, const okit_value *value, const char *texts);
void okit_push_values(lua_State *L, const okit_value *items, size_t count, const char *texts);
void okit_push_all(lua_State *L, okit_values values);
// Pushes a value that takes no memory. False, with nothing pushed, when it would.
bool okit_push_light(lua_State *L, const okit_value *value);

// calls/host_calls.c
int okit_call_host(lua_State *L, okit_call *call);
bool okit_is_host_function(lua_CFunction function);

// values/name_slots.c
void okit_set_name(okit_names *names, const void *address, int32_t slot);

// values/objects.c
void okit_push_object(lua_State *L, uint16_t kind, uint64_t bits);
bool okit_push_known_object(lua_State *L, uint16_t kind, uint64_t bits);
bool okit_to_object(lua_State *L, int index, okit_object *object);
bool okit_is_object_function(lua_CFunction function);

// The parts of the sandbox: each function leaves nothing on the stack, and expects the globals as they come from Lua.
void okit_install_base(lua_State *L);
void okit_install_bounded(lua_State *L);
void okit_install_protected_calls(lua_State *L);
void okit_install_coroutines(lua_State *L);
void okit_install_require(lua_State *L);
void okit_install_permitted(lua_State *L);

// state/chunks.c
void okit_raise(lua_State *L, const char *code, const char *message);
void okit_raise_syntax(lua_State *L, const char *chunk);
const char *okit_unmarked(const char *chunk);
okit_text okit_chunk_text(okit_text text);

// stdlib/require.c: where the registry has the table `package`, and what `package.searchpath` is
#define OKIT_PACKAGE "okit.package"
int okit_search_path(lua_State *L);

// state/libraries.c: `setmetatable`
int okit_set_metatable(lua_State *L);

// stdlib/io_stub.c: leaves the stand-in for `io`
void okit_push_streams(lua_State *L);

// calls/coroutines.c
int okit_close_coroutine(lua_State *L, lua_State *coroutine);
int okit_reset(lua_State *L, lua_State *coroutine);

// errors/traceback.c
bool okit_split_position(const char *text, size_t length, okit_text *file, int32_t *line, okit_text *rest);

#endif
