// What permissions give a script: files, variables, processes, native modules. Everything that opens, removes or renames
// something by a name goes through `okit_open_name` or `okit_open_parent` (paths.c), which ask the grants.
#ifndef OKIT_PERMITTED_H
#define OKIT_PERMITTED_H

#include "stdlib/libraries.h"

#include <sys/stat.h>

enum {
  OKIT_READ = 1,
  OKIT_WRITE = 2,
  // The result of opening what no permission covers; other negative results are numbers of the system's errors.
  OKIT_REFUSED = -100000,
  OKIT_FILE_BUFFER = 8192,
  // Steps that a call of the system is charged.
  OKIT_SYSTEM_CALL = 32,
  // The type of the system of files at /proc.
  OKIT_PROCESS_INFORMATION = 0x9fa0,
};

typedef struct okit_folder {
  int descriptor;  // O_PATH
  int access;      // OKIT_READ, OKIT_WRITE
  bool is_for_writing;  // it was named for that, not only a folder above it
  bool is_process_information;  // it is itself on /proc
  char *real;   // without symbolic links
  char *given;  // as it was named, absolute; NULL when that says no more
} okit_folder;

struct okit_grants {
  int everywhere;  // OKIT_READ, OKIT_WRITE
  okit_folder *folders;
  size_t folder_count;
  bool any_variable;
  char *variables;  // each ends with a zero byte, the last one with two
  bool system, native;
  bool walks;  // names are resolved here step by step, because the kernel cannot do it
};

static inline bool okit_is_same(const struct stat *a, const struct stat *b) {
  return a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

// grants.c
bool okit_has_folder(const okit_grants *grants, int access);
bool okit_may_know(const okit_grants *grants, const char *variable);

// paths.c: none raises. A descriptor, or a negative result.
int okit_open_name(const okit_grants *grants, int access, const char *name, int flags, mode_t mode);
// The folder that the name is in; `last` gets room for NAME_MAX + 2 bytes: what to remove or rename there.
int okit_open_parent(const okit_grants *grants, const char *name, char *last);
// Whether a folder lies in one that may be read; `otherwise`, where the system does not tell.
bool okit_may_read_in(const okit_grants *grants, int folder, bool otherwise);
// A folder where temporary files go, and its name.
int okit_open_temporary(const okit_grants *grants, const char **name);

typedef enum okit_file_kind {
  OKIT_FILE,
  OKIT_STANDARD_INPUT,
  OKIT_STANDARD_OUTPUT,
  OKIT_STANDARD_ERROR,
  OKIT_PROCESS,
} okit_file_kind;

// An open file, as a userdata. The buffer has either bytes that were read ahead, or bytes that are still to be written.
typedef struct okit_file {
  int descriptor;
  pid_t child;
  okit_file_kind kind;
  char buffering;  // 'n', 'l' or 'f'
  bool open, waits, writing;
  bool writable;
  size_t start, end;
  char *buffer;  // OKIT_FILE_BUFFER bytes
} okit_file;

// files.c
okit_file *okit_new_file(lua_State *L, okit_file_kind kind);
void okit_adopt(lua_State *L, okit_file *file, int descriptor);
okit_file *okit_to_file(lua_State *L, int index);
okit_file *okit_check_file(lua_State *L, int index);
bool okit_has_room(lua_State *L);
void okit_await(lua_State *L, int descriptor, short events);
ssize_t okit_read_some(lua_State *L, okit_file *file, char *room, size_t size);
ssize_t okit_fill(lua_State *L, okit_file *file);
bool okit_write_bytes(lua_State *L, okit_file *file, const char *bytes, size_t length);
// Writes out what waits, and gives back what was read ahead. Without a Lua state it never waits.
bool okit_settle_file(lua_State *L, okit_file *file);
int okit_close_file(lua_State *L, okit_file *file);
void okit_drop_file(okit_state *state, okit_file *file);

// results.c
const char *okit_check_name(lua_State *L, int index);
int okit_file_result(lua_State *L, bool succeeded, const char *name, int error);
int okit_open_result(lua_State *L, const char *name, int result, int access);
void okit_push_problem(lua_State *L, const char *name, int result, int access);

// read_formats.c
// Room for more bytes in a buffer; running out of memory is the limit's business, not an error to be caught.
char *okit_buffer_room(lua_State *L, luaL_Buffer *buffer, size_t size);
bool okit_read_all(lua_State *L, okit_file *file);
int okit_read_formats(lua_State *L, okit_file *file, int first);

// processes.c
int okit_wait_child(lua_State *L, pid_t child);
void okit_end_child(pid_t child);
int okit_process_open(lua_State *L);
int okit_execute(lua_State *L);

// file_methods.c, io_library.c: each adds its functions to the table on top of the stack.
void okit_push_methods(lua_State *L);
int okit_lines_of(lua_State *L, int first, bool closes);
int okit_file_close(lua_State *L);
int okit_write_values(lua_State *L, okit_file *file, int first);

// native_modules.c
int okit_load_native(lua_State *L, const char *name, const char *path);

#endif
