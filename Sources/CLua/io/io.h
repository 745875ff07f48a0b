// The libraries behind permissions: files, processes, environment variables, native modules.
#ifndef OKIT_IO_H
#define OKIT_IO_H

#include "calls/calls.h"

// Pushes the error of a file for which a permission is missing, with the option or the property that gives it.
void okit_push_refusal(lua_State *L, const char *name, int access);

// As `okit_push_refusal`, of a name that leads to no file without any permission.
void okit_push_refused_stream(lua_State *L, const char *name);

// Adds what the permissions give to the globals.
void okit_install_io(lua_State *L);

// Makes the library on top of the stack a global, and removes it. Messages about arguments take the names of functions
// from the table of loaded libraries.
void okit_publish_library(lua_State *L, const char *name);

// Loads a native module and pushes its opening function.
int okit_load_native(lua_State *L, const char *name, const char *path);

// Closes the files that are open when Lua can no longer do so.
void okit_close_open_files(okit_state *state);

#endif
