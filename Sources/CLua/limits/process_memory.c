// The memory of the whole process: what scripts put into models, dialogs and the log is not counted by Lua's allocator.
// Each tick of the timer asks the kernel.
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

void okit_limit_process_memory(okit_state *state, size_t limit) {
  if (limit == 0) return;
  pthread_once(&opened, open_pages);
  size_t now = resident();
  // Without a measurement there is no limit to keep.
  state->limits.resident_limit = now == 0 || limit > SIZE_MAX - now ? 0 : now + limit;
}

bool okit_exceeds_process_memory(const okit_state *state) {
  return state->limits.resident_limit != 0 && resident() > state->limits.resident_limit;
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
