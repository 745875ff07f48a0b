// The limit of time.
//
// The deadline costs a running script nothing, and an entry does not read the clock. A kernel timer signals the thread
// that runs the state, tick by tick while an entry runs. The first tick that sees an entry sets its deadline, so a
// limit may come one tick late. The first tick after the deadline sets a hook on the running coroutine, and the hook
// raises. A tick that finds the state idle is the last one; the next entry sets the timer again.
#define _GNU_SOURCE
#include "limits/limits.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

// The Go runtime uses SIGURG for the same purpose: ignored by default, and not sent by other programs.
#define OKIT_SIGNAL SIGURG

// Nanoseconds that a script has to end by itself after its deadline.
enum { OKIT_GRACE = 500000000 };

enum { OKIT_TICK = 20000000 };

OKIT_THREAD_LOCAL okit_thread okit_this_thread;

static struct sigaction previous_action;
static pthread_once_t installed = PTHREAD_ONCE_INIT;

static uint32_t number_of(uint64_t stamp) { return (uint32_t)(stamp >> 32); }

static int64_t read_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec + okit_clock_advance();
}

// Sets the next tick, not later than the deadline.
static void set_timer(okit_state *state, int64_t now) {
  int64_t quarter = state->limits.time_limit / 4;
  int64_t tick = !state->limits.tripped && quarter < OKIT_TICK ? quarter + 1 : OKIT_TICK;
  int64_t at = state->limits.tripped || now + tick < state->limits.deadline ? now + tick : state->limits.deadline;
  int64_t real = at - okit_clock_advance();
  struct itimerspec when = {.it_value = {.tv_sec = real / 1000000000, .tv_nsec = real % 1000000000}};
  state->limits.next_tick = at;
  timer_settime(state->limits.timer, TIMER_ABSTIME, &when, NULL);
}

static void start_deadline(okit_state *state, int64_t now) {
  int64_t deadline = now + state->limits.time_limit;
  if (state->limits.period_end != 0 && state->limits.period_end < deadline) deadline = state->limits.period_end;
  // A tick may come at any moment: code that sees the entry's number must see its deadline, not an earlier one's.
  state->limits.deadline = deadline;
  atomic_signal_fence(memory_order_seq_cst);
  state->limits.deadline_entry = state->limits.entry_number;
}

void okit_leave_soon(void) {
  // The system delivers the signal when the running handler returns: then the context is that of the script.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, OKIT_SIGNAL);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  okit_this_thread.leaving = true;
  pthread_kill(pthread_self(), OKIT_SIGNAL);
}

static void on_signal(int number, siginfo_t *information, void *context) {
  if (okit_this_thread.leaving && information->si_code != SI_TIMER) {
    okit_this_thread.leaving = false;
    okit_state *state = okit_this_thread.entered;
    if (state != NULL && state->limits.tripped && okit_can_jump_out(state, context)) okit_jump_out(state);
    return;
  }
  int saved = errno;
  int64_t now = read_clock();
  // The signal of a request may have been merged into another one.
  okit_interrupt_requested_work(now);
  errno = saved;
  if (information->si_code != SI_TIMER) {
    if (previous_action.sa_flags & SA_SIGINFO) {
      if (previous_action.sa_sigaction != NULL) previous_action.sa_sigaction(number, information, context);
    } else if (previous_action.sa_handler != SIG_DFL && previous_action.sa_handler != SIG_IGN) {
      previous_action.sa_handler(number);
    }
    return;
  }
  okit_state *leaves = NULL;
  okit_this_thread.stamp = (uint64_t)number_of(okit_this_thread.stamp) << 32 | (uint32_t)(okit_this_thread.stamp + 1);
  for (okit_state *state = okit_this_thread.entered; state != NULL; state = state->calls.outer) {
    if (state->limits.time_limit == 0) continue;
    if (state->limits.entry_number != state->limits.deadline_entry) start_deadline(state, now);
    if (state->limits.tripped) {
      bool is_late = now >= state->limits.deadline + OKIT_GRACE;
      if (is_late && state == okit_this_thread.entered && okit_can_jump_out(state, context)) leaves = state;
    } else if (now >= state->limits.deadline) {
      okit_trip_limit(state, OKIT_TRIP_TIME);
    } else {
      okit_watch_process_memory(state);
    }
    // A state that is about to get a timer on this thread checks the time then.
    if (state->limits.timer_thread != number_of(okit_this_thread.stamp)) continue;
    set_timer(state, now);
    state->limits.timer_stamp = okit_this_thread.stamp;
  }
  errno = saved;
  if (leaves != NULL) okit_jump_out(leaves);
}

static void install_handler(void) {
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(OKIT_SIGNAL, &action, &previous_action);
  okit_find_lua_code();
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

void okit_receive_signals(void) {
  if (okit_this_thread.id != 0) return;
  pthread_once(&installed, install_handler);
  this_thread();
  okit_this_thread.id = gettid();
}

// A thread that has ended gets nothing, and one with the number of an ended thread has no such work.
void okit_signal_thread(pid_t thread) { syscall(SYS_tgkill, getpid(), thread, OKIT_SIGNAL); }

void okit_stop_timer(okit_state *state) {
  bool exists = state->limits.timer_thread != 0;
  // A signal that comes now must not find the timer.
  state->limits.timer_thread = 0;
  state->limits.next_tick = 0;
  state->limits.timer_stamp = OKIT_NO_STAMP;
  if (exists) timer_delete(state->limits.timer);
}

void okit_start_timer(okit_state *state) {
  // Also without a limit, for `okit_leave_soon`.
  pthread_once(&installed, install_handler);
  if (state->limits.time_limit == 0) {
    state->limits.timer_stamp = okit_this_thread.stamp;
    return;
  }
  uint32_t thread = this_thread();
  if (state->limits.timer_thread != thread) {
    okit_stop_timer(state);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = OKIT_SIGNAL};
    event._sigev_un._tid = gettid();
    if (timer_create(CLOCK_MONOTONIC, &event, &state->limits.timer) != 0) {
      // Without a timer the limit cannot be kept, so nothing runs.
      okit_trip_limit(state, OKIT_TRIP_TIME);
      return;
    }
    state->limits.timer_thread = thread;
  }
  int64_t now = read_clock();
  start_deadline(state, now);
  if (state->limits.next_tick <= now) set_timer(state, now);
  state->limits.timer_stamp = okit_this_thread.stamp;
}

// Returns the present time or a later one, by at most one tick of the kernel, which is faster to read. Short limits get
// the exact time.
static int64_t read_late_clock(int64_t limit) {
  static _Atomic int64_t known;
  int64_t tick = atomic_load_explicit(&known, memory_order_relaxed);
  struct timespec time;
  if (tick == 0) {
    clock_getres(CLOCK_MONOTONIC_COARSE, &time);
    tick = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    atomic_store_explicit(&known, tick, memory_order_relaxed);
  }
  if (tick > OKIT_TICK || limit < 16 * tick) return read_clock();
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec + tick + okit_clock_advance();
}

void okit_begin_period(okit_state *state) {
  if (state->limits.time_limit == 0 || state->calls.depth > 0) return;
  state->limits.period_end = read_late_clock(state->limits.time_limit) + state->limits.time_limit;
}

void okit_end_period(okit_state *state) { state->limits.period_end = 0; }

void okit_deadline_did_change(okit_state *state, bool is_active) {
  if (is_active) {
    okit_begin_work(state);
    okit_begin_period(state);
  } else {
    okit_end_work(state);
    okit_end_period(state);
  }
}

bool okit_is_time_short(const okit_state *state) {
  bool has_deadline = state->calls.depth > 0 && state->limits.entry_number == state->limits.deadline_entry;
  int64_t end = has_deadline ? state->limits.deadline : state->limits.period_end;
  return state->limits.time_limit != 0 && end != 0 && read_clock() + state->limits.time_limit / 8 >= end;
}

void okit_set_time_limit(okit_state *state, uint64_t nanoseconds) {
  state->limits.time_limit = (int64_t)nanoseconds;
  // The deadline of the running entry belongs to the previous limit.
  okit_renew_time(state);
}

void okit_renew_time(okit_state *state) {
  if (state->limits.period_end != 0) state->limits.period_end = read_clock() + state->limits.time_limit;
  if (state->calls.depth > 0) state->limits.instructions_left = state->limits.instruction_limit;
  state->limits.entry_number++;
}
