// The libraries behind permissions: files, processes, environment variables, native modules.
#ifndef OKIT_IO_H
#define OKIT_IO_H

#include <sys/types.h>

#include "state/extra_space.h"

enum { OKIT_OPEN_FILES = 64 };

// An open file of a script as the system knows it.
typedef struct okit_open_file {
  int descriptor;
  pid_t child;  // the process at the other end of a pipe, or 0
} okit_open_file;

typedef struct okit_io_data {
  okit_grants *grants;
  // Kept outside of Lua too, where an abandoned state cannot be asked.
  okit_open_file files[OKIT_OPEN_FILES];
  volatile int file_count;
  volatile pid_t awaited_child;  // the process that the script waits for
} okit_io_data;

// Adds what the permissions give to the globals.
void okit_install_io(lua_State *L);

// Loads a native module and pushes its opening function.
int okit_load_native(lua_State *L, const char *name, const char *path);

void okit_interrupt_children(const okit_state *state);

// Closes the files that are open when Lua can no longer do so.
void okit_close_open_files(okit_state *state);

#endif
