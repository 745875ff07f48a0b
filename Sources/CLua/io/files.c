// Open files: a buffer of their own each, bytes that wait for a pipe or a terminal without missing the deadline, and a
// bound on how many are open.
#define _GNU_SOURCE
#include "io/io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

static const char key;  // its address is where the metatable lies in the registry

// MARK: Life

// A file that is not open yet, on top of the stack: what is opened then has somebody to close it.
okit_file *okit_new_file(lua_State *L, okit_file_kind kind) {
  okit_file *file = lua_newuserdatauv(L, sizeof *file, 1);
  memset(file, 0, sizeof *file);
  file->descriptor = -1;
  file->kind = kind;
  file->buffering = 'f';
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &key) == LUA_TNIL) {
    lua_pop(L, 1);
    okit_push_methods(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
  }
  lua_setmetatable(L, -2);
  return file;
}

// Whether another file may be opened; files that nobody holds any more are closed first.
bool okit_has_room(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->open_files < OKIT_OPEN_FILES) return true;
  okit_charge_bytes(L, state, state->used);
  lua_gc(L, LUA_GCCOLLECT);
  return state->open_files < OKIT_OPEN_FILES;
}

static void hold(okit_state *state, const okit_file *file) {
  if (file->kind != OKIT_FILE && file->kind != OKIT_PROCESS) return;
  state->held[state->open_files] = (okit_held){file->descriptor, file->child};
  atomic_signal_fence(memory_order_seq_cst);
  state->open_files++;
}

static void let_go(okit_state *state, const okit_file *file) {
  for (int i = 0; i < state->open_files; i++) {
    if (state->held[i].descriptor != file->descriptor) continue;
    state->held[i] = state->held[state->open_files - 1];
    atomic_signal_fence(memory_order_seq_cst);
    state->open_files--;
    return;
  }
}

void okit_close_held(okit_state *state) {
  while (state->open_files > 0) {
    okit_held held = state->held[--state->open_files];
    close(held.descriptor);
    if (held.child != 0) okit_end_child(held.child);
  }
}

// Opens the file on top of the stack; there is room for it.
void okit_adopt(lua_State *L, okit_file *file, int descriptor) {
  struct stat status;
  file->descriptor = descriptor;
  file->open = true;
  file->writable = (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
  file->waits = fstat(descriptor, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
  hold(okit_of(L), file);
  // Only now, so that names that cannot be opened cost little: what has a finalizer is freed late.
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

// Until the descriptor is ready, or a limit trips.
void okit_await(lua_State *L, int descriptor, short events) {
  struct pollfd ready = {.fd = descriptor, .events = events};
  // The deadline's signal may come just before the system waits, so it waits for a moment only.
  do okit_check(L);
  while (poll(&ready, 1, 50) == 0 || (ready.revents == 0 && errno == EINTR));
}

static bool must_wait(const okit_file *file, int error) {
  return error == EINTR || (file->waits && (error == EAGAIN || error == EWOULDBLOCK));
}

// As the system's `read`.
ssize_t okit_read_some(lua_State *L, okit_file *file, char *room, size_t size) {
  okit_charge(L, okit_of(L), OKIT_SYSTEM_CALL);
  for (;;) {
    if (file->waits) okit_await(L, file->descriptor, POLLIN);
    ssize_t count = read(file->descriptor, room, size);
    if (count > 0) okit_charge_bytes(L, okit_of(L), (size_t)count);
    if (count >= 0 || !must_wait(file, errno)) return count;
    okit_check(L);
  }
}

// Reads ahead into the empty buffer.
ssize_t okit_fill(lua_State *L, okit_file *file) {
  if (file->writing && !okit_settle_file(L, file)) return -1;
  file->start = file->end = 0;
  ssize_t count = okit_read_some(L, file, file->buffer, OKIT_FILE_BUFFER);
  if (count > 0) file->end = (size_t)count;
  return count;
}

static bool write_out(lua_State *L, okit_file *file, const char *bytes, size_t length) {
  while (length > 0) {
    if (L != NULL) okit_charge_bytes(L, okit_of(L), length);
    if (L != NULL && file->waits) okit_await(L, file->descriptor, POLLOUT);
    // Not more at once than a limit can wait for.
    ssize_t count = write(file->descriptor, bytes, length < OKIT_COPIED_AT_ONCE ? length : OKIT_COPIED_AT_ONCE);
    if (count < 0) {
      if (errno == EINTR || (L != NULL && must_wait(file, errno))) continue;
      return false;
    }
    bytes += count;
    length -= (size_t)count;
  }
  return true;
}

bool okit_settle_file(lua_State *L, okit_file *file) {
  size_t start = file->start, end = file->end;
  bool writing = file->writing;
  file->start = file->end = 0;
  file->writing = false;
  if (writing) return write_out(L, file, file->buffer + start, end - start);
  // A pipe cannot take anything back; then it stays for the next reading.
  if (end > start && lseek(file->descriptor, -(off_t)(end - start), SEEK_CUR) < 0) {
    file->start = start;
    file->end = end;
  }
  return true;
}

bool okit_write_bytes(lua_State *L, okit_file *file, const char *bytes, size_t length) {
  okit_charge_bytes(L, okit_of(L), length);
  if (!file->writable) {
    errno = EBADF;
    return false;
  }
  if (!file->writing) okit_settle_file(L, file);
  if (!file->writing && file->end > file->start) return write_out(L, file, bytes, length);
  file->writing = true;
  if (length > OKIT_FILE_BUFFER - file->end && !okit_settle_file(L, file)) return false;
  if (length > OKIT_FILE_BUFFER) return write_out(L, file, bytes, length);
  memcpy(file->buffer + file->end, bytes, length);
  file->end += length;
  file->writing = true;
  bool now = file->buffering == 'n' || (file->buffering == 'l' && memchr(bytes, '\n', length) != NULL);
  return !now || okit_settle_file(L, file);
}

// MARK: The end

// Whatever happens the file is closed. - Returns: 0, or the number of what went wrong on the way.
int okit_close_file(lua_State *L, okit_file *file) {
  okit_state *state = okit_of(L);
  int error = okit_settle_file(L, file) ? 0 : errno;
  let_go(state, file);
  if (close(file->descriptor) != 0 && error == 0 && errno != EINTR) error = errno;
  file->descriptor = -1;
  file->open = false;
  return error;
}

// As closing, where nothing can wait and nobody hears of a failure.
void okit_drop_file(okit_state *state, okit_file *file) {
  if (!file->open || (file->kind != OKIT_FILE && file->kind != OKIT_PROCESS)) return;
  okit_settle_file(NULL, file);
  let_go(state, file);
  close(file->descriptor);
  file->open = false;
  if (file->child != 0) okit_end_child(file->child);
  file->child = 0;
}
