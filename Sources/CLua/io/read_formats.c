// The formats of `read` and `lines`.
#include "io/internal.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { LONGEST_NUMBER = 200, READ_AT_ONCE = 1 << 16 };

// Returns room for more bytes in a buffer. A lack of memory trips the limit; it is not an error to catch.
static char *buffer_room(lua_State *L, luaL_Buffer *buffer, size_t size) {
  const okit_state *state = okit_of(L);
  size_t length = luaL_bufflen(buffer);
  if (size > buffer->size - length) {
    // The growth of the buffer, whether it doubles or takes what it needs.
    size_t grown = buffer->size * 2 > length + size ? buffer->size * 2 : length + size;
    size_t held = luaL_buffaddr(buffer) == buffer->init.b ? 0 : buffer->size;
    if (state->limits.memory_limit != 0 && state->limits.memory_used - held + grown > state->limits.memory_limit) {
      lua_gc(L, LUA_GCCOLLECT);
      if (state->limits.memory_used - held + grown > state->limits.memory_limit) {
        okit_trip_limit(okit_of(L), OKIT_TRIP_MEMORY);
        okit_raise_limit(L);
      }
    }
  }
  return luaL_prepbuffsize(buffer, size);
}

static void add_bytes(lua_State *L, luaL_Buffer *buffer, const char *bytes, size_t length) {
  memcpy(buffer_room(L, buffer, length), bytes, length);
  luaL_addsize(buffer, length);
}

// Fills the buffer if it is empty.
static ssize_t has_more(lua_State *L, okit_file *file) {
  return !file->writing && file->end > file->start ? 1 : okit_fill_buffer(L, file);
}

// Each pushes what it has read and returns 1; it returns 0 at the end and -1 after an error, when what it pushed does
// not count.

static int read_line(lua_State *L, okit_file *file, bool keeps_end) {
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  ssize_t more;
  bool ended = false;
  while (!ended && (more = has_more(L, file)) > 0) {
    const char *start = file->buffer + file->start;
    size_t length = file->end - file->start;
    const char *end = memchr(start, '\n', length);
    if (end != NULL) length = (size_t)(end - start) + 1;
    ended = end != NULL;
    add_bytes(L, &buffer, start, ended && !keeps_end ? length - 1 : length);
    file->start += length;
    okit_charge_bytes(L, length);
  }
  bool any = ended || luaL_bufflen(&buffer) > 0;
  luaL_pushresult(&buffer);
  return any ? 1 : more < 0 ? -1 : 0;
}

static int read_count(lua_State *L, okit_file *file, size_t count) {
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  ssize_t more = has_more(L, file);
  while (more > 0 && count > 0) {
    size_t length = file->end - file->start < count ? file->end - file->start : count;
    add_bytes(L, &buffer, file->buffer + file->start, length);
    file->start += length;
    count -= length;
    if (count > 0) more = has_more(L, file);
  }
  bool any = more > 0 || luaL_bufflen(&buffer) > 0;
  luaL_pushresult(&buffer);
  return any ? 1 : more < 0 ? -1 : 0;
}

// Reads the rest of the file. Returns false after an error.
bool okit_read_all(lua_State *L, okit_file *file) {
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  ssize_t count = 0;
  if (file->writing) okit_synchronize_file(L, file);
  add_bytes(L, &buffer, file->buffer + file->start, file->end - file->start);
  file->start = file->end = 0;
  do {
    char *room = buffer_room(L, &buffer, READ_AT_ONCE);
    count = okit_read_some(L, file, room, READ_AT_ONCE);
    if (count > 0) luaL_addsize(&buffer, (size_t)count);
  } while (count > 0);
  luaL_pushresult(&buffer);
  return count == 0;
}

// MARK: Numbers

typedef struct numeral {
  lua_State *L;
  okit_file *file;
  char text[LONGEST_NUMBER + 1];
  size_t length;
  bool failed;
} numeral;

static int peek(numeral *numeral) {
  ssize_t more = has_more(numeral->L, numeral->file);
  if (more < 0) numeral->failed = true;
  return more > 0 ? (unsigned char)numeral->file->buffer[numeral->file->start] : -1;
}

// Takes the next byte if it is one of these.
static bool take(numeral *numeral, const char *wanted) {
  int byte = peek(numeral);
  if (byte <= 0 || strchr(wanted, byte) == NULL || numeral->length == LONGEST_NUMBER) return false;
  numeral->text[numeral->length++] = (char)byte;
  numeral->file->start++;
  return true;
}

static size_t take_digits(numeral *numeral, const char *digits) {
  size_t count = 0;
  while (take(numeral, digits)) count++;
  return count;
}

static int read_number(lua_State *L, okit_file *file) {
  numeral numeral = {.L = L, .file = file};
  int byte;
  while ((byte = peek(&numeral)) >= 0 && isspace(byte)) {
    file->start++;
    okit_charge(L, 1);
  }
  const char *digits = "0123456789", *exponent = "eE";
  size_t count = 0;
  take(&numeral, "+-");
  if (take(&numeral, "0")) {
    if (take(&numeral, "xX")) {
      digits = "0123456789abcdefABCDEF";
      exponent = "pP";
    } else {
      count = 1;
    }
  }
  count += take_digits(&numeral, digits);
  if (take(&numeral, ".")) count += take_digits(&numeral, digits);
  if (count > 0 && take(&numeral, exponent)) {
    take(&numeral, "+-");
    take_digits(&numeral, "0123456789");
  }
  numeral.text[numeral.length] = '\0';
  if (lua_stringtonumber(L, numeral.text) != 0) return 1;
  lua_pushnil(L);
  return numeral.failed ? -1 : 0;
}

// MARK: Formats

static int read_format(lua_State *L, okit_file *file, int index) {
  if (lua_type(L, index) == LUA_TNUMBER) {
    lua_Integer count = luaL_checkinteger(L, index);
    luaL_argcheck(L, count >= 0, index, "count is negative");
    return read_count(L, file, (size_t)count);
  }
  const char *format = luaL_checkstring(L, index);
  if (*format == '*') format++;
  switch (*format) {
    case 'n': return read_number(L, file);
    case 'l': return read_line(L, file, false);
    case 'L': return read_line(L, file, true);
    case 'a': return okit_read_all(L, file) ? 1 : -1;
    default: return luaL_argerror(L, index, "invalid format");
  }
}

// Standard input is read with the permission for all files, or for programs, which read it themselves.
bool okit_may_read_file(lua_State *L, const okit_file *file) {
  const okit_grants *grants = okit_of(L)->io.grants;
  return file->kind != OKIT_STANDARD_INPUT || (grants->everywhere & OKIT_READ) != 0 || grants->system;
}

// Reads by the formats from `first` to `last`; without any, a line. The first value that cannot be read is nil, and the
// last one. The caller keeps the file on the stack.
int okit_read_formats(lua_State *L, okit_file *file, int first, int last) {
  if (okit_is_output(file)) return okit_file_result(L, false, NULL, EBADF);
  if (!okit_may_read_file(L, file)) return okit_open_result(L, "standard input", OKIT_REFUSED, OKIT_READ);
  int top = lua_gettop(L), outcome = 1;
  if (first > last) {
    outcome = read_line(L, file, false);
  } else {
    luaL_checkstack(L, last - first + LUA_MINSTACK, "too many arguments");
    for (int i = first; i <= last && outcome > 0; i++) outcome = read_format(L, file, i);
  }
  if (outcome < 0) {
    int error = errno;
    lua_settop(L, top);
    return okit_file_result(L, false, NULL, error);
  }
  if (outcome == 0) {
    lua_pop(L, 1);
    lua_pushnil(L);
  }
  return lua_gettop(L) - top;
}
