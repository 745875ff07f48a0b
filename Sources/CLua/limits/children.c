// The processes that scripts have started: an interruption reaches them, and a limit ends them.
#include "limits/limits.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static bool leads_group(pid_t child) { return getpgid(child) == child; }

void okit_kill_child(pid_t child) {
  if (waitpid(child, NULL, WNOHANG) != 0) return;
  kill(leads_group(child) ? -child : child, SIGKILL);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
}

// A terminal interrupts only the group of this process, so others get the signal here. The signal handler calls it.
void okit_interrupt_children(const okit_state *state) {
  if (state->io.awaited_child != 0 && leads_group(state->io.awaited_child)) kill(-state->io.awaited_child, SIGINT);
  for (int i = 0; i < state->io.file_count; i++) {
    pid_t child = state->io.files[i].child;
    if (child != 0 && leads_group(child)) kill(-child, SIGINT);
  }
}
