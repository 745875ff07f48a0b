// The memory of an application outside of Lua: what scripts put into models, dialogs and the log is not counted by
// Lua's allocator. Each tick of the timer asks the kernel for the memory of the process. When that has grown by as much
// as the application may still have, the application is measured: a process that does not grow measures nothing, and an
// application that exceeds its limit stops no other.
#define _GNU_SOURCE
#include "limits/limits.h"

#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

static int pages = -1;
static size_t page_size;
static pthread_once_t opened = PTHREAD_ONCE_INIT;

static void open_pages(void) {
  page_size = (size_t)sysconf(_SC_PAGESIZE);
  pages = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

// Returns the resident memory, the second number of the file; 0 when it is unknown. The signal handler calls it too.
static size_t resident(void) {
  char text[64];
  ssize_t length = pages < 0 ? -1 : pread(pages, text, sizeof text, 0), i = 0;
  size_t count = 0;
  while (i < length && text[i] != ' ') i++;
  for (i++; i < length && text[i] >= '0' && text[i] <= '9'; i++) count = count * 10 + (size_t)(text[i] - '0');
  return count * page_size;
}

static void allow(okit_state *state, size_t bytes) {
  size_t now = resident();
  // Without a measurement there is no limit to keep.
  state->limits.resident_limit = now == 0 || bytes > SIZE_MAX - now ? SIZE_MAX : now + bytes;
}

void okit_limit_process_memory(okit_state *state, size_t limit) {
  if (limit == 0) return;
  pthread_once(&opened, open_pages);
  state->limits.growth_limit = limit;
  allow(state, limit);
}

static void measure(lua_State *L, lua_Debug *record) {
  (void)record;
  okit_state *state = okit_of(L);
  okit_check(L);
  lua_sethook(L, NULL, 0, 0);
  okit_pay_slice(L, L, false);
  okit_call call = {.operation = OKIT_CALL_FUNCTION, .slot = -1, .handler = state->host.measure, .stack = L};
  state->calls.host_depth++;
  state->host.invoke(&call);
  state->calls.host_depth--;
  okit_check(L);
  size_t own = call.answer == OKIT_ANSWER_ONE ? (size_t)call.result.bits : 0, limit = state->limits.growth_limit;
  if (own > limit) {
    okit_trip_limit(state, OKIT_TRIP_GROWTH);
    okit_raise_limit(L);
  }
  // Measuring takes time: a little more is allowed than the rest.
  allow(state, limit - own > limit / 16 ? limit - own : limit / 16);
}

void okit_watch_process_memory(okit_state *state) {
  if (state->limits.growth_limit == 0 || resident() <= state->limits.resident_limit) return;
  if (state->limits.interrupts != 0 || lua_gethook(state->running) == measure) return;
  lua_sethook(state->running, measure, LUA_MASKCALL | LUA_MASKCOUNT, 1);
}

void okit_keep_freed_memory(size_t bytes) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, bytes > INT32_MAX ? INT32_MAX : (int)bytes);
  // Setting one threshold ends the automatic adaptation of the other.
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
#else
  (void)bytes;
#endif
}
