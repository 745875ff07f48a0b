// How much memory the process has, beside what Lua's allocator counts: what a script puts into models, dialogs, the log.
// The kernel knows; a tick of the timer asks it.
#define _GNU_SOURCE
#include "state/internal.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int pages = -1;
static size_t page_size;
static pthread_once_t opened = PTHREAD_ONCE_INIT;

static void open_pages(void) {
  page_size = (size_t)sysconf(_SC_PAGESIZE);
  pages = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

// The second number of the file: what is in memory now. Also called by the signal handler; 0 when nobody knows.
static size_t resident(void) {
  char text[64];
  ssize_t length = pages < 0 ? -1 : pread(pages, text, sizeof text, 0), i = 0;
  size_t count = 0;
  while (i < length && text[i] != ' ') i++;
  for (i++; i < length && text[i] >= '0' && text[i] <= '9'; i++) count = count * 10 + (size_t)(text[i] - '0');
  return count * page_size;
}

void okit_limit_growth(okit_state *state, size_t limit) {
  if (limit == 0) return;
  pthread_once(&opened, open_pages);
  size_t now = resident();
  // Without a way to look there is no limit to keep.
  state->most_resident = now == 0 || limit > SIZE_MAX - now ? 0 : now + limit;
}

bool okit_has_grown(const okit_state *state) {
  return state->most_resident != 0 && resident() > state->most_resident;
}
