// What a state may use: bytes, counted by its allocator, and wall-clock time, kept by a timer. The budget of
// instructions is kept in instruction_budget.c.
//
// The deadline costs a running script nothing, and an entry no look at the clock. A kernel timer signals the thread that
// runs the state, tick by tick while an entry runs. A tick that meets an entry for the first time sets its deadline, so
// that it comes up to a tick late; one that meets it again after its deadline sets a hook on the coroutine that runs now,
// and the hook raises. A tick that finds the state idle is the last one, until the next entry sets the timer anew.
#define _GNU_SOURCE
#include "calls/entry.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

// SIGURG is what the Go runtime uses for the same purpose: ignored by default, and sent by nobody else.
#define OKIT_SIGNAL SIGURG

// A script that has met its deadline gets so long to end by itself.
enum { OKIT_GRACE = 500000000 };

OKIT_THREAD_LOCAL okit_thread okit_this_thread;

enum { OKIT_TICK = 20000000 };

static struct sigaction previous_action;
static pthread_once_t installed = PTHREAD_ONCE_INIT;

// The address is the error that a limit raises: a light userdata, which takes no memory.
static char limit_error;

// MARK: Memory

void *okit_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  okit_state *state = context;
  if (block == NULL) {
    if (old_size == 0 && new_size == state->level_size && --state->levels_left <= 0) okit_look_at_depth(state);
    old_size = 0;
  }
  if (new_size == 0) {
    free(block);
    state->used -= old_size;
    return NULL;
  }
  if (new_size > old_size) {
    bool fits = state->limit == 0 || state->used - old_size + new_size <= state->limit;
    if (state->tripped || !fits || okit_allocation_fails()) {
      // A memory error unwinds the stack without a handler, so where it arose must be noted here.
      if (state->running != NULL) okit_describe_limit(state, state->running);
      return NULL;
    }
  }
  void *result = realloc(block, new_size);
  if (result == NULL) return new_size <= old_size ? block : NULL;
  state->used += new_size - old_size;
  return result;
}

// MARK: Tripping

static void limit_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  if (okit_of(L)->tripped) okit_raise_limit(L);
}

// Setting a hook looks at every call on the stack, which may be deep; once is enough.
static void set_limit_hook(lua_State *L) {
  if (lua_gethook(L) != limit_hook) lua_sethook(L, limit_hook, LUA_MASKCALL | LUA_MASKCOUNT, 1);
}

// Also called by the signal handler.
void okit_trip_over(okit_state *state, okit_trip trip) {
  if (!state->tripped) {
    state->tripped = trip;
    if (trip == OKIT_TRIP_MEMORY) state->limit_described = state->details.kind == OKIT_FAILURE_LIMIT;
  }
  set_limit_hook(state->running);
}

int okit_raise_limit(lua_State *L) {
  okit_describe_limit(okit_of(L), L);
  // A coroutine that did not run when the limit tripped has no hook yet.
  set_limit_hook(L);
  lua_pushlightuserdata(L, &limit_error);
  return lua_error(L);
}

// After a protected call: the limit outranks whatever came of it.
void okit_check_status(lua_State *L, int status) {
  if (status == LUA_ERRMEM) okit_trip_over(okit_of(L), OKIT_TRIP_MEMORY);
  okit_check(L);
}

// MARK: Interrupting

// What `interrupts` says: an error is wanted, and it has been raised.
enum { OKIT_WANTED = 1, OKIT_RAISED = 2 };

static void interrupt_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  okit_check(L);
  lua_sethook(L, NULL, 0, 0);
  okit_pay_slice(L, L, false);
  okit_raise_interrupt(L);
}

void okit_raise_interrupt(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->interrupts != OKIT_WANTED) return;
  state->interrupts = OKIT_RAISED;
  luaL_error(L, "interrupted");
}

void okit_hook_interrupt(lua_State *L) {
  if (okit_of(L)->interrupts == OKIT_WANTED) lua_sethook(L, interrupt_hook, LUA_MASKCALL | LUA_MASKCOUNT, 1);
}

void okit_repeat_interrupt(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->interrupts != OKIT_RAISED) return;
  state->interrupts = OKIT_WANTED;
  okit_hook_interrupt(L);
}

void okit_interrupt(void) {
  for (okit_state *state = okit_this_thread.entered; state != NULL; state = state->outer) {
    if (state->tripped) continue;
    if (state->interrupts != 0) {
      okit_trip_over(state, OKIT_TRIP_INTERRUPT);
    } else {
      state->interrupts = OKIT_WANTED;
      okit_hook_interrupt(state->running);
      okit_interrupt_children(state);
    }
  }
}

okit_verdict okit_judge(void) {
  okit_verdict verdict = okit_this_thread.entered != NULL ? OKIT_VERDICT_ALLOWED : OKIT_VERDICT_IDLE;
  for (const okit_state *state = okit_this_thread.entered; state != NULL; state = state->outer) {
    if (state->tripped) return OKIT_VERDICT_OVER;
    if (state->interrupts == OKIT_WANTED) verdict = OKIT_VERDICT_INTERRUPTED;
  }
  return verdict;
}

// MARK: Time

static uint32_t number_of(uint64_t stamp) { return (uint32_t)(stamp >> 32); }

static int64_t read_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec + okit_clock_advance();
}

// The next tick, not later than the deadline.
static void set_timer(okit_state *state, int64_t now) {
  int64_t tick = !state->tripped && state->time_limit / 4 < OKIT_TICK ? state->time_limit / 4 + 1 : OKIT_TICK;
  int64_t at = state->tripped || now + tick < state->deadline ? now + tick : state->deadline;
  int64_t real = at - okit_clock_advance();
  struct itimerspec when = {.it_value = {.tv_sec = real / 1000000000, .tv_nsec = real % 1000000000}};
  state->timer_at = at;
  timer_settime(state->timer, TIMER_ABSTIME, &when, NULL);
}

static void start_deadline(okit_state *state, int64_t now) {
  int64_t deadline = now + state->time_limit;
  if (state->period_end != 0 && state->period_end < deadline) deadline = state->period_end;
  // A tick may come at any moment: whoever sees the entry's number must see its deadline, not that of an entry before.
  state->deadline = deadline;
  atomic_signal_fence(memory_order_seq_cst);
  state->seen_entry = state->entry;
}

static void on_signal(int number, siginfo_t *information, void *context) {
  if (information->si_code != SI_TIMER) {
    if (previous_action.sa_flags & SA_SIGINFO) {
      if (previous_action.sa_sigaction != NULL) previous_action.sa_sigaction(number, information, context);
    } else if (previous_action.sa_handler != SIG_DFL && previous_action.sa_handler != SIG_IGN) {
      previous_action.sa_handler(number);
    }
    return;
  }
  int saved = errno;
  int64_t now = read_clock();
  okit_state *leaves = NULL;
  okit_this_thread.stamp = (uint64_t)number_of(okit_this_thread.stamp) << 32 | (uint32_t)(okit_this_thread.stamp + 1);
  for (okit_state *state = okit_this_thread.entered; state != NULL; state = state->outer) {
    if (state->time_limit == 0) continue;
    if (state->entry != state->seen_entry) start_deadline(state, now);
    if (state->tripped) {
      bool is_late = now >= state->deadline + OKIT_GRACE;
      if (is_late && state == okit_this_thread.entered && okit_may_leave(state, context)) leaves = state;
    } else if (now >= state->deadline) {
      okit_trip_over(state, OKIT_TRIP_TIME);
    } else if (okit_has_grown(state)) {
      okit_trip_over(state, OKIT_TRIP_GROWTH);
    }
    // One that is about to get a timer on this thread looks at it then.
    if (state->timer_thread != number_of(okit_this_thread.stamp)) continue;
    set_timer(state, now);
    state->seen_stamp = okit_this_thread.stamp;
  }
  errno = saved;
  if (leaves != NULL) okit_leave(leaves);
}

static void install_handler(void) {
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(OKIT_SIGNAL, &action, &previous_action);
  okit_find_lua();
}

void okit_unblock(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, OKIT_SIGNAL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

// Threads of a pool start with every signal blocked.
static uint32_t this_thread(void) {
  static _Atomic uint32_t threads;
  if (okit_this_thread.stamp == 0) {
    okit_unblock();
    okit_this_thread.stamp = (uint64_t)(atomic_fetch_add(&threads, 1) + 1) << 32;
  }
  return number_of(okit_this_thread.stamp);
}

void okit_stop_timer(okit_state *state) {
  bool exists = state->timer_thread != 0;
  // A signal that comes now must not find it.
  state->timer_thread = 0;
  state->timer_at = 0;
  state->seen_stamp = OKIT_NO_STAMP;
  if (exists) timer_delete(state->timer);
}

void okit_arm(okit_state *state) {
  if (state->time_limit == 0) {
    state->seen_stamp = okit_this_thread.stamp;
    return;
  }
  uint32_t thread = this_thread();
  if (state->timer_thread != thread) {
    pthread_once(&installed, install_handler);
    okit_stop_timer(state);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = OKIT_SIGNAL};
    event._sigev_un._tid = gettid();
    if (timer_create(CLOCK_MONOTONIC, &event, &state->timer) != 0) {
      // Without a timer there is no limit to promise, so nothing runs.
      okit_trip_over(state, OKIT_TRIP_TIME);
      return;
    }
    state->timer_thread = thread;
  }
  int64_t now = read_clock();
  start_deadline(state, now);
  if (state->timer_at <= now) set_timer(state, now);
  state->seen_stamp = okit_this_thread.stamp;
}

bool okit_runs_elsewhere(const okit_state *state) {
  if (state->depth == 0) return false;
  for (const okit_state *inside = okit_this_thread.entered; inside != NULL; inside = inside->outer) {
    if (inside == state) return false;
  }
  return true;
}

void okit_begin_period(okit_state *state) {
  if (state->time_limit != 0 && state->depth == 0) state->period_end = read_clock() + state->time_limit;
}

void okit_end_period(okit_state *state) { state->period_end = 0; }

void okit_renew_time(okit_state *state) {
  if (state->period_end != 0) state->period_end = read_clock() + state->time_limit;
  if (state->depth > 0) state->budget_left = state->budget;
  state->entry++;
}
