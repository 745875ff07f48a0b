// Limits, interruption and fault injection. Part of `CLua.h`.
#ifndef OKIT_CLUA_LIMITS_H
#define OKIT_CLUA_LIMITS_H

#include "okit_values.h"

#pragma clang assume_nonnull begin

/// The limit that a state has tripped.
typedef OKIT_ENUM(okit_trip, uint8_t) {
  OKIT_TRIP_NONE OKIT_NAMED(none),
  OKIT_TRIP_TIME OKIT_NAMED(time),
  OKIT_TRIP_MEMORY OKIT_NAMED(memory),
  OKIT_TRIP_INSTRUCTIONS OKIT_NAMED(instructions),
  OKIT_TRIP_INTERRUPT OKIT_NAMED(interrupt),
  /// The script has called `os.exit` where it could not wait for its end.
  OKIT_TRIP_EXIT OKIT_NAMED(exit),
  /// The application has more outside of Lua than it may.
  OKIT_TRIP_GROWTH OKIT_NAMED(growth),
  /// The work was interrupted. This stops the work, and not the state.
  OKIT_TRIP_WORK OKIT_NAMED(work),
} okit_trip;

/// The limits of a state; 0 means no limit.
typedef struct okit_limits {
  size_t memory;
  /// The bytes that the application has outside of Lua.
  size_t growth;
  uint64_t nanoseconds, instructions;
  /// Nested calls in a coroutine, and nested entries of the host.
  uint64_t depth;
} okit_limits;

/// For tests: fails `count` allocations of this thread's states from the allocation `first` on, counted from 1 and from
/// this call. Returns the number of allocations since the last call. With `first` 0, no allocation fails.
uint64_t okit_fail_allocations(uint64_t first, uint64_t count);

/// For tests: moves the clock that time limits on this thread are measured by.
void okit_advance_clock(int64_t nanoseconds);

size_t okit_memory(const okit_state *state);
okit_trip okit_tripped(const okit_state *state);
/// The address of the tripped limit, which is 0 for none; valid as long as the state.
const int32_t *okit_trip_place(const okit_state *state);
bool okit_is_running(const okit_state *state);

/// Whether the running entry, or the last one, was interrupted.
bool okit_was_interrupted(const okit_state *state);

/// Counts the steps that states with a limit of instructions take on this thread from now on. With more than `limit`,
/// each of them trips its own limit; 0 means any number.
void okit_count_steps(uint64_t limit);

/// The steps since `okit_count_steps`.
uint64_t okit_counted_steps(void);

/// Whether the states of this thread have exceeded the limit of `okit_count_steps` since the last call.
bool okit_take_exceeded_steps(void);

/// Counts steps that the host takes for the scripts of this thread.
void okit_count_host_steps(uint64_t steps);

/// The number of errors of a stack without room, including those that scripts have caught.
uint64_t okit_stack_overflows(const okit_state *state);

/// Whether another thread is inside the state. Without guarantee when both enter at the same moment.
bool okit_runs_elsewhere(const okit_state *state);

/// Raises an error in the scripts that run on this thread. The second call during one entry stops them permanently.
/// Safe in a signal handler.
void okit_interrupt(void);

/// Interrupts the work of a state from any thread. It belongs to the states that use it, and to whoever opened it.
typedef struct okit_interruption okit_interruption;

/// Returns NULL without memory.
okit_interruption *_Nullable okit_open_interruption(void);
void okit_close_interruption(okit_interruption *interruption);

/// NULL: the work of the state cannot be interrupted.
void okit_use_interruption(okit_state *state, okit_interruption *_Nullable interruption);

/// Begins work, which can be interrupted until its end. Work inside of work is a part of it.
void okit_begin_work(okit_state *state);
void okit_end_work(okit_state *state);

/// Ends the work that runs now: nothing that it calls returns, and no script can catch that. No effect while nothing
/// runs. May be called from any thread.
void okit_interrupt_work(okit_interruption *interruption);

/// Ends the work that runs now, and all that begins before it is told otherwise. May be called from any thread.
void okit_forbid_work(okit_interruption *interruption, bool is_forbidden);

/// Whether the work that runs was interrupted.
bool okit_is_work_interrupted(const okit_state *state);

/// Collects all garbage.
bool okit_collect(okit_state *state);

/// Collects no garbage, unless memory runs out, or collects it again.
void okit_pause_collection(okit_state *state, bool is_paused);

/// Collects all garbage before a script runs. The next collection comes when the script has made the heap eight times
/// as large: what a script defines at its start is not garbage.
bool okit_collect_before_script(okit_state *state);

/// The status of the scripts of this thread with regard to their limits, which decides whether the host may continue.
typedef OKIT_ENUM(okit_limit_status, uint8_t) {
  /// No script runs.
  OKIT_LIMIT_STATUS_IDLE OKIT_NAMED(idle),
  /// A script runs within its limits.
  OKIT_LIMIT_STATUS_RUNNING OKIT_NAMED(running),
  /// An error will be raised as soon as the host has returned.
  OKIT_LIMIT_STATUS_INTERRUPTED OKIT_NAMED(interrupted),
  /// A script has tripped a limit.
  OKIT_LIMIT_STATUS_EXCEEDED OKIT_NAMED(exceeded),
} okit_limit_status;

okit_limit_status okit_current_limit_status(void);

/// Begins a period, in which all entries together have the time of one. No effect inside an entry.
void okit_begin_period(okit_state *state);

void okit_end_period(okit_state *state);

/// Begins a period and work that another thread can interrupt, or ends them.
void okit_deadline_did_change(okit_state *state, bool is_active);

/// Restarts the time of the running entry and of the period. Allowed at any time.
void okit_renew_time(okit_state *state);

/// Whether the running entry, or the period, has less than an eighth of its time left: an operation that waits has to
/// end now, so that the script can handle its error.
bool okit_is_time_short(const okit_state *state);

/// Changes the time limit of a state that was opened with one; the running entry has the whole new limit. Allowed at
/// any time.
void okit_set_time_limit(okit_state *state, uint64_t nanoseconds);

/// Limits what the application has outside of Lua; 0 means no limit. The growth of the process from now on tells when
/// to measure it.
void okit_limit_process_memory(okit_state *state, size_t limit);

/// Keeps up to so many bytes of freed memory in the process, for a program that opens states one after the other:
/// memory that was returned to the system is cleared page by page when it is needed again.
void okit_keep_freed_memory(size_t bytes);

#pragma clang assume_nonnull end

#endif
