// Limits of time, memory, process memory, instructions and depth. Hooks and the allocator stop Lua's own code; C code
// charges for its work with `okit_charge`.
#ifndef OKIT_LIMITS_H
#define OKIT_LIMITS_H

#include "errors/errors.h"

// MARK: Tripping

// Trips a limit: from now on every hook, allocation and check fails. The signal handler calls it too.
void okit_trip_limit(okit_state *state, okit_trip trip);
int okit_raise_limit(lua_State *L);
// After a protected call: a tripped limit outranks the call's status.
void okit_check_status(lua_State *L, int status);

static inline void okit_check(lua_State *L) {
  if (okit_of(L)->limits.tripped) okit_raise_limit(L);
}

// MARK: Interrupting

// The progress of an interruption: an error was requested; it was raised.
enum { OKIT_WANTED = 1, OKIT_RAISED = 2 };

// Raises the requested error unless it was raised before.
void okit_raise_interrupt(lua_State *L);
// Sets the hook that raises the requested error in the coroutine.
void okit_hook_interrupt(lua_State *L);
// Requests the error again in the caller of a host function: it has only ended what the host function called.
void okit_repeat_interrupt(lua_State *L);
// Interrupts the work of this thread for which that was requested. The signal handler calls it.
void okit_interrupt_requested_work(int64_t now);
// After interrupted work: lets the state run again. Returns whether it can.
bool okit_recover(okit_state *state);
void okit_release_interruption(okit_state *state);

// MARK: Child processes

// Interrupts those of a state; the signal handler calls it.
void okit_interrupt_children(const okit_state *state);
void okit_kill_child(pid_t child);

// MARK: Charging for work

enum {
  OKIT_BYTES_PER_STEP = 16,
  // Bytes that are copied between two checks of the limits.
  OKIT_BYTES_PER_CHECK = 1 << 20,
  // Elements that are visited between two checks.
  OKIT_ELEMENTS_PER_CHECK = 64,
};

// Checks the limits and starts the next slice.
void okit_refill_slice(lua_State *L);

// Charges for work; a step is about one instruction of Lua. Work of more than a few thousand steps charges in parts.
static inline void okit_charge(lua_State *L, size_t steps) {
  okit_limit_data *limits = &okit_of(L)->limits;
  limits->slice -= (int64_t)steps;
  if (limits->slice < 0) okit_refill_slice(L);
}

static inline void okit_charge_bytes(lua_State *L, size_t bytes) { okit_charge(L, 1 + bytes / OKIT_BYTES_PER_STEP); }

// Charges for the next batch of `left` elements at a step each. Returns the size of the batch.
static inline lua_Integer okit_charge_batch(lua_State *L, lua_Integer left) {
  lua_Integer batch = left < OKIT_ELEMENTS_PER_CHECK ? left : OKIT_ELEMENTS_PER_CHECK;
  okit_charge(L, (size_t)batch);
  return batch;
}

void okit_begin_budget(okit_state *state);
// Pays for the next instructions of a coroutine; raises in L when the budget is spent.
void okit_pay_slice(lua_State *L, lua_State *coroutine, bool is_new);

// MARK: Depth

int okit_raise_stack_overflow(lua_State *L);
// Counts an error if its message says that a stack had no room.
void okit_note_overflow(okit_state *state, const char *message, size_t length);
// The same for the error on top of the stack, which a script catches.
void okit_note_caught_error(okit_state *state, lua_State *L, int status);
void okit_check_depth(okit_state *state);

// For each C function that can call itself again with little help from Lua.
static inline void okit_check_stack(lua_State *L) {
  if ((char *)__builtin_frame_address(0) < okit_of(L)->limits.stack_floor) okit_raise_stack_overflow(L);
}

// MARK: Memory

void *okit_allocate(void *state, void *block, size_t old_size, size_t new_size);
void okit_measure_level_record(lua_State *L);
// Measures the application at the next instruction of Lua, if the process has grown enough. The signal handler calls
// it.
void okit_watch_process_memory(okit_state *state);

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OKIT_HAS_SANITIZER
#endif
#endif

// The free blocks of an arena, with which it begins. Small sizes have a class every 16 bytes.
enum { OKIT_SMALL_BLOCK = 512, OKIT_BLOCK_CLASSES = OKIT_SMALL_BLOCK / 16 + 32 };

typedef struct okit_blocks {
  char *next, *end;  // the unused rest of the newest chunk
  void *free[OKIT_BLOCK_CLASSES];
} okit_blocks;

// Returns a block of at most `OKIT_SMALL_BLOCK` bytes; NULL where the arena has to look further.
static inline void *okit_take_small(okit_blocks *blocks, size_t size) {
#ifdef OKIT_HAS_SANITIZER
  (void)blocks, (void)size;
  return NULL;
#else
  size_t class = (size - 1) / 16, whole = (class + 1) * 16;
  void *block = blocks->free[class];
  if (block != NULL) {
    blocks->free[class] = *(void **)block;
    return block;
  }
  if ((size_t)(blocks->end - blocks->next) < whole) return NULL;
  block = blocks->next;
  blocks->next += whole;
  return block;
#endif
}

// arena.c. Sizes are not 0; none raises.
typedef struct okit_arena_copy okit_arena_copy;

// `memory_limit` is that of the blocks in use; 0: none.
okit_arena *okit_open_arena(size_t memory_limit);
void okit_close_arena(okit_arena *arena);
// Returns NULL without memory; the block stays as it was then.
void *okit_arena_resize(okit_arena *arena, void *block, size_t old_size, size_t new_size);
void okit_arena_free(okit_arena *arena, void *block, size_t size);
// Maps a chunk for `okit_arena_fix`, if there is memory.
void okit_add_fixed_chunk(okit_arena *arena);
// Returns a block for what is written once and stays for as long as the arena; NULL where it has to be another one.
void *okit_arena_fix(okit_arena *arena, size_t size);
// Loads a compiled chunk that the state has for as long as it lives, as `luaL_loadbufferx` does.
int okit_load_fixed(lua_State *L, okit_text compiled, const char *chunk);
// Returns NULL without memory, and for an arena with blocks beside its chunks.
okit_arena_copy *okit_copy_arena(okit_arena *arena);
// Makes the arena what it was when the copy was made, and frees the blocks that came later.
void okit_restore_arena(okit_arena *arena, const okit_arena_copy *copy);
void okit_free_arena_copy(okit_arena_copy *copy);

// MARK: Time

// A stamp that no thread ever has.
#define OKIT_NO_STAMP UINT64_MAX

// The state of a thread.
typedef struct okit_thread {
  // The innermost state that runs on it.
  okit_state *entered;
  // The upper half is the thread's number, the lower half counts its timer signals: an entry that sees another stamp
  // than before checks its timer. The number is our own, because the system reuses its thread ids; 0 until a timer is
  // made.
  volatile uint64_t stamp;
  // Whether the next signal comes from `okit_leave_soon`.
  volatile sig_atomic_t leaving;
  // The innermost state with work.
  okit_state *working;
  // As the system knows it; 0 until there is work.
  pid_t id;
  // Its stack, and the lowest address that it may reach; `high` is null until the stack was looked up.
  char *low, *floor, *high;
  // The steps of its states since counting began, and how many they may take; 0: any number.
  uint64_t steps, step_limit;
  // Whether they were more, since that was asked last.
  bool has_exceeded_steps;
} okit_thread;

// Per thread, not per process, so that any number of states can run on any number of threads.
extern OKIT_THREAD_LOCAL okit_thread okit_this_thread;

void okit_find_stack(okit_thread *thread);
// Makes the thread receive the signals of timers and interruptions.
void okit_receive_signals(void);
void okit_signal_thread(pid_t thread);
void okit_start_timer(okit_state *state);
// Called by the handler of another signal: when it has returned, the watchdog stops the tripped state of this thread.
void okit_leave_soon(void);
void okit_stop_timer(okit_state *state);
// Lets the timer's signal through, which is blocked after a jump out of its handler.
void okit_unblock(void);

// MARK: Watchdog

void okit_find_lua_code(void);
bool okit_can_jump_out(const okit_state *state, const void *context);
// Jumps out of Lua to where the host entered it.
_Noreturn void okit_jump_out(okit_state *state);
// Keeps the memory of an abandoned state reachable for leak detection.
void okit_keep_abandoned(okit_state *state);

#endif
