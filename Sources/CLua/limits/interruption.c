// Interrupting a script.
#include <stdatomic.h>
#include <stdlib.h>

#include "limits/limits.h"

static void interrupt_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  okit_check(L);
  lua_sethook(L, NULL, 0, 0);
  okit_pay_slice(L, L, false);
  okit_raise_interrupt(L);
}

void okit_hook_interrupt(lua_State *L) {
  if (okit_of(L)->limits.interrupts == OKIT_WANTED) lua_sethook(L, interrupt_hook, LUA_MASKCALL | LUA_MASKCOUNT, 1);
}

void okit_repeat_interrupt(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->limits.interrupts != OKIT_RAISED) return;
  state->limits.interrupts = OKIT_WANTED;
  okit_hook_interrupt(L);
}

void okit_interrupt(void) {
  for (okit_state *state = okit_this_thread.entered; state != NULL; state = state->calls.outer) {
    if (state->limits.tripped) {
      if (state == okit_this_thread.entered) okit_leave_soon();
    } else if (state->limits.interrupts != 0) {
      okit_trip_limit(state, OKIT_TRIP_INTERRUPT);
    } else {
      state->limits.interrupts = OKIT_WANTED;
      okit_hook_interrupt(state->running);
      okit_interrupt_children(state);
    }
  }
}

bool okit_was_interrupted(const okit_state *state) { return state->limits.interrupts != 0; }

okit_limit_status okit_current_limit_status(void) {
  okit_limit_status status = okit_this_thread.entered != NULL ? OKIT_LIMIT_STATUS_RUNNING : OKIT_LIMIT_STATUS_IDLE;
  for (const okit_state *state = okit_this_thread.entered; state != NULL; state = state->calls.outer) {
    bool is_interrupted = state->limits.interrupts == OKIT_WANTED || state->limits.tripped == OKIT_TRIP_WORK;
    if (state->limits.tripped && !is_interrupted) return OKIT_LIMIT_STATUS_EXCEEDED;
    if (is_interrupted) status = OKIT_LIMIT_STATUS_INTERRUPTED;
  }
  for (const okit_state *state = okit_this_thread.working; state != NULL; state = state->limits.outer_work) {
    if (state->limits.tripped == OKIT_TRIP_WORK) status = OKIT_LIMIT_STATUS_INTERRUPTED;
  }
  return status;
}

// MARK: From other threads

// Work has a number, so that a request that comes too late does not reach the next one.
struct okit_interruption {
  _Atomic pid_t thread;  // the thread that works; 0: none
  _Atomic uint64_t work, requested;
  _Atomic bool forbids;
  _Atomic int owners;
};

okit_interruption *okit_open_interruption(void) {
  okit_interruption *interruption = calloc(1, sizeof *interruption);
  if (interruption != NULL) atomic_store(&interruption->owners, 1);
  return interruption;
}

void okit_close_interruption(okit_interruption *interruption) {
  if (atomic_fetch_sub(&interruption->owners, 1) == 1) free(interruption);
}

void okit_release_interruption(okit_state *state) {
  if (state->limits.work_depth > 0) {
    state->limits.work_depth = 1;
    okit_end_work(state);
  }
  if (state->limits.interruption != NULL) okit_close_interruption(state->limits.interruption);
  state->limits.interruption = NULL;
}

void okit_use_interruption(okit_state *state, okit_interruption *interruption) {
  okit_release_interruption(state);
  if (interruption != NULL) atomic_fetch_add(&interruption->owners, 1);
  state->limits.interruption = interruption;
}

void okit_begin_work(okit_state *state) {
  okit_interruption *interruption = state->limits.interruption;
  if (interruption == NULL || state->limits.work_depth++ > 0) return;
  okit_thread *thread = &okit_this_thread;
  okit_receive_signals();
  state->limits.outer_thread = atomic_load_explicit(&interruption->thread, memory_order_relaxed);
  state->limits.outer_work = thread->working;
  thread->working = state;
  // Only this thread changes the number.
  uint64_t work = atomic_load_explicit(&interruption->work, memory_order_relaxed);
  atomic_store_explicit(&interruption->work, work + 1, memory_order_relaxed);
  atomic_store(&interruption->thread, thread->id);
  if (atomic_load(&interruption->forbids)) okit_trip_limit(state, OKIT_TRIP_WORK);
}

void okit_end_work(okit_state *state) {
  okit_interruption *interruption = state->limits.interruption;
  if (interruption == NULL || state->limits.work_depth == 0 || --state->limits.work_depth > 0) return;
  atomic_store_explicit(&interruption->thread, state->limits.outer_thread, memory_order_relaxed);
  okit_state **place = &okit_this_thread.working;
  while (*place != NULL && *place != state) place = &(*place)->limits.outer_work;
  if (*place == state) *place = state->limits.outer_work;
  atomic_signal_fence(memory_order_seq_cst);
  if (state->limits.tripped) okit_recover(state);
}

bool okit_recover(okit_state *state) {
  if (state->limits.tripped != OKIT_TRIP_WORK || state->calls.depth > 0 || state->limits.work_depth > 0) return false;
  state->limits.tripped = 0;
  state->errors.limit_described = state->errors.describing = false;
  return true;
}

void okit_interrupt_requested_work(int64_t now) {
  for (okit_state *state = okit_this_thread.working; state != NULL; state = state->limits.outer_work) {
    okit_interruption *interruption = state->limits.interruption;
    if (atomic_load(&interruption->requested) != atomic_load(&interruption->work) || state->limits.tripped) continue;
    okit_trip_limit(state, OKIT_TRIP_WORK);
    okit_interrupt_children(state);
    // The watchdog waits from now on.
    if (state->calls.depth == 0) continue;
    state->limits.deadline = now;
    state->limits.deadline_entry = state->limits.entry_number;
  }
}

void okit_interrupt_work(okit_interruption *interruption) {
  uint64_t work = atomic_load(&interruption->work);
  pid_t thread = atomic_load(&interruption->thread);
  if (thread == 0) return;
  atomic_store(&interruption->requested, work);
  okit_signal_thread(thread);
}

void okit_forbid_work(okit_interruption *interruption, bool is_forbidden) {
  atomic_store(&interruption->forbids, is_forbidden);
  if (is_forbidden) okit_interrupt_work(interruption);
}

bool okit_is_work_interrupted(const okit_state *state) { return state->limits.tripped == OKIT_TRIP_WORK; }

// MARK: Threads

bool okit_runs_elsewhere(const okit_state *state) {
  if (state->calls.depth == 0) return false;
  for (const okit_state *inside = okit_this_thread.entered; inside != NULL; inside = inside->calls.outer) {
    if (inside == state) return false;
  }
  return true;
}
