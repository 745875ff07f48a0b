// Child processes: os.execute and io.popen. A limit ends the wait for a child, and the child with all that it has
// started.
#define _GNU_SOURCE
#include "io/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// Starts the shell; `descriptor` becomes its `target` unless it is -1. Returns 0, or the number of an error.
static int start(const char *command, int descriptor, int target, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t defaults, none;
  sigemptyset(&none);
  sigemptyset(&defaults);
  // The child must not inherit the signals that this process ignores.
  const int ordinary[] = {SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT, SIGURG};
  for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++) sigaddset(&defaults, ordinary[i]);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  if (descriptor >= 0) posix_spawn_file_actions_adddup2(&actions, descriptor, target);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &none);
  // A process group of its own can be ended as a whole; but only this process's group may read from a terminal.
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, isatty(STDIN_FILENO) ? flags : flags | POSIX_SPAWN_SETPGROUP);
  char *const arguments[] = {"sh", "-c", (char *)command, NULL};
  int error = posix_spawn(child, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Waits until the child has ended. Returns its status as `waitpid` does, or -1 with `errno`.
int okit_wait_child(lua_State *L, pid_t child) {
  int status;
  int watched = (int)syscall(SYS_pidfd_open, child, 0);
  okit_state *state = okit_of(L);
  for (;;) {
    // After the wait, another process may have the number.
    state->io.awaited_child = 0;
    pid_t ended = waitpid(child, &status, WNOHANG);
    bool tripped = state->limits.tripped != 0;
    if (ended == 0 && !tripped) {
      state->io.awaited_child = child;
      struct pollfd ready = {.fd = watched, .events = POLLIN};
      poll(&ready, 1, watched >= 0 ? 50 : 5);
      continue;
    }
    if (ended < 0 && errno == EINTR) continue;
    int error = errno;
    if (watched >= 0) close(watched);
    if (ended == 0) okit_kill_child(child);
    okit_check(L);
    // A status is one only without an error.
    errno = ended < 0 ? error : 0;
    return ended < 0 ? -1 : status;
  }
}

int okit_execute(lua_State *L) {
  const char *command = luaL_optstring(L, 1, NULL);
  if (command == NULL) {
    lua_pushboolean(L, access("/bin/sh", X_OK) == 0);
    return 1;
  }
  pid_t child;
  int error = start(command, -1, -1, &child);
  if (error != 0) return okit_file_result(L, false, command, error);
  int status = okit_wait_child(L, child);
  return luaL_execresult(L, status);
}

int okit_process_open(lua_State *L) {
  const char *command = luaL_checkstring(L, 1), *mode = luaL_optstring(L, 2, "r");
  luaL_argcheck(L, (mode[0] == 'r' || mode[0] == 'w') && mode[1] == '\0', 2, "invalid mode");
  okit_file *file = okit_new_file(L, OKIT_PROCESS);
  if (!okit_can_open_file(L)) return okit_file_result(L, false, command, EMFILE);
  bool reads = mode[0] == 'r';
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return okit_file_result(L, false, command, errno);
  int own = ends[reads ? 0 : 1], other = ends[reads ? 1 : 0];
  pid_t child = 0;
  int error = start(command, other, reads ? STDOUT_FILENO : STDIN_FILENO, &child);
  close(other);
  if (error != 0) {
    close(own);
    return okit_file_result(L, false, command, error);
  }
  fcntl(own, F_SETFL, fcntl(own, F_GETFL) | O_NONBLOCK);
  file->child = child;
  okit_attach_descriptor(L, file, own);
  return 1;
}
