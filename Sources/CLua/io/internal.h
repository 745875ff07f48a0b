// Shared declarations of `io`. All functions that open, remove or rename by a name use `okit_open_name` or
// `okit_open_parent` (paths.c), which check the grants.
#ifndef OKIT_IO_INTERNAL_H
#define OKIT_IO_INTERNAL_H

#include <sys/stat.h>

#include "io/io.h"

enum {
  OKIT_READ = 1,
  OKIT_WRITE = 2,
  // The result of opening without permission; other negative results are the system's error numbers.
  OKIT_REFUSED = -100000,
  // Below /proc, which a permission for another folder does not include.
  OKIT_REFUSED_PROCESS = -100001,
  OKIT_FILE_BUFFER = 8192,
  // Steps that a system call is charged.
  OKIT_SYSTEM_CALL = 32,
  // The type of the file system at /proc.
  OKIT_PROCESS_INFORMATION = 0x9fa0,
};

typedef struct okit_folder {
  int descriptor;  // O_PATH
  int access;      // OKIT_READ, OKIT_WRITE
  bool is_for_writing;  // the permission names this folder, not only one above it
  bool is_process_information;  // it is itself on /proc
  char *real;   // without symbolic links
  char *given;  // the absolute path of the permission; NULL if it is `real`
} okit_folder;

struct okit_grants {
  int everywhere;  // OKIT_READ, OKIT_WRITE
  okit_folder *folders;
  size_t folder_count;
  bool any_variable;
  char *variables;  // each ends with a zero byte, the last one with two
  bool system, native;
  char *prefix;  // of the names of permissions in messages
  bool walks;  // resolves paths step by step, because the kernel cannot
};

static inline bool okit_is_same(const struct stat *a, const struct stat *b) {
  return a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

// grants.c
bool okit_has_folder(const okit_grants *grants, int access);
bool okit_may_read_variable(const okit_grants *grants, const char *variable);

// paths.c: none raises. Returns a descriptor, or a negative result.
int okit_open_name(const okit_grants *grants, int access, const char *name, int flags, mode_t mode);
// Opens the folder of a name. `last` needs NAME_MAX + 2 bytes; it gets the last component.
int okit_open_parent(const okit_grants *grants, const char *name, char *last);
// Whether a folder lies in a readable one; `otherwise` when the system does not tell.
bool okit_may_read_in(const okit_grants *grants, int folder, bool otherwise);
// Opens a folder for temporary files; `name` gets its name.
int okit_open_temporary(const okit_grants *grants, const char **name);

typedef enum okit_file_kind {
  OKIT_FILE,
  OKIT_STANDARD_INPUT,
  OKIT_STANDARD_OUTPUT,
  OKIT_STANDARD_ERROR,
  OKIT_PROCESS,
} okit_file_kind;

// An open file, as a userdata. The buffer holds either bytes that were read ahead or bytes that are still to be
// written.
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

// Whether what is written goes to the host, and nothing can be read.
static inline bool okit_is_output(const okit_file *file) {
  return file->kind == OKIT_STANDARD_OUTPUT || file->kind == OKIT_STANDARD_ERROR;
}

// files.c
// Makes the table on top of the stack, which it removes, the metatable of files.
void okit_set_file_metatable(lua_State *L);
okit_file *okit_new_file(lua_State *L, okit_file_kind kind);
void okit_attach_descriptor(lua_State *L, okit_file *file, int descriptor);
okit_file *okit_to_file(lua_State *L, int index);
okit_file *okit_check_file(lua_State *L, int index);
bool okit_can_open_file(lua_State *L);
ssize_t okit_read_some(lua_State *L, okit_file *file, char *room, size_t size);
ssize_t okit_fill_buffer(lua_State *L, okit_file *file);
bool okit_write_bytes(lua_State *L, okit_file *file, const char *bytes, size_t length);
// Writes pending bytes, and gives back bytes that were read ahead. Without a Lua state it never waits.
bool okit_synchronize_file(lua_State *L, okit_file *file);
int okit_close_file(lua_State *L, okit_file *file);
void okit_close_unreferenced_file(okit_state *state, okit_file *file);

// results.c
const char *okit_check_name(lua_State *L, int index);
int okit_file_result(lua_State *L, bool succeeded, const char *name, int error);
int okit_open_result(lua_State *L, const char *name, int result, int access);
void okit_push_error(lua_State *L, const char *name, int result, int access);

// read_formats.c
// Whether the permissions let a script read a file that it has.
bool okit_may_read_file(lua_State *L, const okit_file *file);
bool okit_read_all(lua_State *L, okit_file *file);
int okit_read_formats(lua_State *L, okit_file *file, int first, int last);

// processes.c
int okit_wait_child(lua_State *L, pid_t child);
int okit_process_open(lua_State *L);
int okit_execute(lua_State *L);

// file_methods.c, io_library.c
void okit_install_file_methods(lua_State *L);
int okit_lines_of(lua_State *L, int first, bool closes);
int okit_file_close(lua_State *L);
int okit_write_values(lua_State *L, okit_file *file, int first, int last);

// Each adds its functions to the globals, or to the table on top of the stack.
void okit_install_io_library(lua_State *L);
void okit_install_os_library(lua_State *L);
void okit_install_file_loading(lua_State *L);

#endif
