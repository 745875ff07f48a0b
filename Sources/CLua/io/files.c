// Open files: each with a buffer; bytes wait for a pipe or a terminal without missing the deadline; their number is
// bounded.
#define _GNU_SOURCE
#include "io/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static const char key;  // its address is the registry key of the metatable

// MARK: Life

void okit_set_file_metatable(lua_State *L) { lua_rawsetp(L, LUA_REGISTRYINDEX, &key); }

// Pushes a file that is not open yet, so that a descriptor always has an owner that closes it.
okit_file *okit_new_file(lua_State *L, okit_file_kind kind) {
  okit_file *file = lua_newuserdatauv(L, sizeof *file, 1);
  memset(file, 0, sizeof *file);
  file->descriptor = -1;
  file->kind = kind;
  file->buffering = 'f';
  lua_rawgetp(L, LUA_REGISTRYINDEX, &key);
  lua_setmetatable(L, -2);
  return file;
}

// Whether another file may be opened. Collects unreferenced files first.
bool okit_can_open_file(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->io.file_count < OKIT_OPEN_FILES) return true;
  okit_charge_bytes(L, state->limits.memory_used);
  lua_gc(L, LUA_GCCOLLECT);
  return state->io.file_count < OKIT_OPEN_FILES;
}

static void hold(okit_state *state, const okit_file *file) {
  if (file->kind != OKIT_FILE && file->kind != OKIT_PROCESS) return;
  state->io.files[state->io.file_count] = (okit_open_file){file->descriptor, file->child};
  atomic_signal_fence(memory_order_seq_cst);
  state->io.file_count++;
}

static void let_go(okit_state *state, const okit_file *file) {
  for (int i = 0; i < state->io.file_count; i++) {
    if (state->io.files[i].descriptor != file->descriptor) continue;
    state->io.files[i] = state->io.files[state->io.file_count - 1];
    atomic_signal_fence(memory_order_seq_cst);
    state->io.file_count--;
    return;
  }
}

void okit_close_open_files(okit_state *state) {
  while (state->io.file_count > 0) {
    okit_open_file held = state->io.files[--state->io.file_count];
    close(held.descriptor);
    if (held.child != 0) okit_kill_child(held.child);
  }
}

// Gives the file on top of the stack its descriptor; there is room for it.
void okit_attach_descriptor(lua_State *L, okit_file *file, int descriptor) {
  struct stat status;
  file->descriptor = descriptor;
  file->open = true;
  file->writable = (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
  file->waits = fstat(descriptor, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
  hold(okit_of(L), file);
  // The finalizer is set only now, so that names that cannot be opened cost little: objects with a finalizer are freed
  // late.
  file->buffer = lua_newuserdatauv(L, OKIT_FILE_BUFFER, 0);
  lua_setiuservalue(L, -2, 1);
}

okit_file *okit_to_file(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &key);
  okit_file *file = lua_rawequal(L, -1, -2) ? lua_touserdata(L, index) : NULL;
  lua_pop(L, 2);
  return file;
}

okit_file *okit_check_file(lua_State *L, int index) {
  okit_file *file = okit_to_file(L, index);
  if (file == NULL) luaL_typeerror(L, index, "FILE*");
  if (!file->open) luaL_error(L, "attempt to use a closed file");
  return file;
}

// MARK: Bytes

// Waits until the descriptor is ready, or a limit trips.
static void wait_for_descriptor(lua_State *L, int descriptor, short events) {
  struct pollfd ready = {.fd = descriptor, .events = events};
  // The deadline's signal may come just before the system waits, so each wait is short.
  do okit_check(L);
  while (poll(&ready, 1, 50) == 0 || (ready.revents == 0 && errno == EINTR));
}

static bool must_wait(const okit_file *file, int error) {
  return error == EINTR || (file->waits && (error == EAGAIN || error == EWOULDBLOCK));
}

// As the system's `read`.
ssize_t okit_read_some(lua_State *L, okit_file *file, char *room, size_t size) {
  okit_charge(L, OKIT_SYSTEM_CALL);
  for (;;) {
    if (file->waits) wait_for_descriptor(L, file->descriptor, POLLIN);
    ssize_t count = read(file->descriptor, room, size);
    if (count > 0) okit_charge_bytes(L, (size_t)count);
    if (count >= 0 || !must_wait(file, errno)) return count;
    okit_check(L);
  }
}

// Reads ahead into the empty buffer.
ssize_t okit_fill_buffer(lua_State *L, okit_file *file) {
  if (file->writing && !okit_synchronize_file(L, file)) return -1;
  file->start = file->end = 0;
  ssize_t count = okit_read_some(L, file, file->buffer, OKIT_FILE_BUFFER);
  if (count > 0) file->end = (size_t)count;
  return count;
}

static bool write_out(lua_State *L, okit_file *file, const char *bytes, size_t length) {
  while (length > 0) {
    if (L != NULL) okit_charge_bytes(L, length);
    if (L != NULL && file->waits) wait_for_descriptor(L, file->descriptor, POLLOUT);
    // Limits the bytes of one system call, because a limit waits for its end.
    ssize_t count = write(file->descriptor, bytes, length < OKIT_BYTES_PER_CHECK ? length : OKIT_BYTES_PER_CHECK);
    if (count < 0) {
      if (errno == EINTR || (L != NULL && must_wait(file, errno))) continue;
      return false;
    }
    bytes += count;
    length -= (size_t)count;
  }
  return true;
}

bool okit_synchronize_file(lua_State *L, okit_file *file) {
  size_t start = file->start, end = file->end;
  bool writing = file->writing;
  file->start = file->end = 0;
  file->writing = false;
  if (writing) return write_out(L, file, file->buffer + start, end - start);
  // A pipe takes nothing back, so the bytes stay for the next read.
  if (end > start && lseek(file->descriptor, -(off_t)(end - start), SEEK_CUR) < 0) {
    file->start = start;
    file->end = end;
  }
  return true;
}

bool okit_write_bytes(lua_State *L, okit_file *file, const char *bytes, size_t length) {
  okit_charge_bytes(L, length);
  if (!file->writable) {
    errno = EBADF;
    return false;
  }
  if (!file->writing) okit_synchronize_file(L, file);
  if (!file->writing && file->end > file->start) return write_out(L, file, bytes, length);
  file->writing = true;
  if (length > OKIT_FILE_BUFFER - file->end && !okit_synchronize_file(L, file)) return false;
  if (length > OKIT_FILE_BUFFER) return write_out(L, file, bytes, length);
  memcpy(file->buffer + file->end, bytes, length);
  file->end += length;
  file->writing = true;
  bool now = file->buffering == 'n' || (file->buffering == 'l' && memchr(bytes, '\n', length) != NULL);
  return !now || okit_synchronize_file(L, file);
}

// MARK: The end

// Closes the file in any case. Returns 0, or the number of the first error.
int okit_close_file(lua_State *L, okit_file *file) {
  okit_state *state = okit_of(L);
  int error = okit_synchronize_file(L, file) ? 0 : errno;
  let_go(state, file);
  if (close(file->descriptor) != 0 && error == 0 && errno != EINTR) error = errno;
  file->descriptor = -1;
  file->open = false;
  return error;
}

// Closes a file where waiting is impossible and no caller reads an error.
void okit_close_unreferenced_file(okit_state *state, okit_file *file) {
  if (!file->open || (file->kind != OKIT_FILE && file->kind != OKIT_PROCESS)) return;
  okit_synchronize_file(NULL, file);
  let_go(state, file);
  close(file->descriptor);
  file->open = false;
  if (file->child != 0) okit_kill_child(file->child);
  file->child = 0;
}
