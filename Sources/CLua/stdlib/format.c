// string.format.
#include "stdlib/libraries.h"

#include <ctype.h>
#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  LONGEST_SPECIFIER = 22,
  // 99 digits, a sign, a point, an exponent; %f writes all digits of the largest number.
  LONGEST_NUMBER = 120,
  LONGEST_FIXED = LONGEST_NUMBER + DBL_MAX_10_EXP,
  // A text of this length is not padded.
  LONGEST_WIDTH = 99,
};

typedef struct formatting {
  lua_State *L;
  luaL_Buffer *buffer;
  int argument;
  // The format for `snprintf`: sign, flags, width and precision, room for a length modifier, letter.
  char specifier[LONGEST_SPECIFIER + 8];
  size_t length;  // up to the letter
} formatting;

// MARK: Specifiers

// Reads a specifier after its percent sign. Returns the position of the letter.
static const char *read_specifier(formatting *formatting, const char *at) {
  size_t length = strspn(at, "-+ #0123456789.");
  if (length >= LONGEST_SPECIFIER) luaL_error(formatting->L, "invalid format (too long)");
  formatting->specifier[0] = '%';
  memcpy(formatting->specifier + 1, at, length + 1);
  formatting->specifier[length + 2] = '\0';
  formatting->length = length + 1;
  return at + length;
}

static const char *skip_two_digits(const char *at) {
  for (int i = 0; i < 2 && isdigit((unsigned char)*at); i++) at++;
  return at;
}

// Each letter accepts certain flags, and at most two digits of width and of precision.
static void check_specifier(formatting *formatting, const char *flags, bool precision) {
  const char *at = formatting->specifier + 1;
  at += strspn(at, flags);
  if (*at != '0') {
    at = skip_two_digits(at);
    if (*at == '.' && precision) at = skip_two_digits(at + 1);
  }
  if (at != formatting->specifier + formatting->length) {
    luaL_error(formatting->L, "invalid conversion specification: '%s'", formatting->specifier);
  }
}

// Moves the letter after a length modifier.
static const char *complete(formatting *formatting, const char *modifier, char letter) {
  char *end = formatting->specifier + formatting->length;
  size_t length = strlen(modifier);
  memcpy(end, modifier, length);
  end[length] = letter;
  end[length + 1] = '\0';
  return formatting->specifier;
}

// MARK: Conversions

// Specifiers are checked before.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void add_character(formatting *formatting) {
  check_specifier(formatting, "-", false);
  char *room = luaL_prepbuffsize(formatting->buffer, LONGEST_NUMBER);
  int code = (int)luaL_checkinteger(formatting->L, formatting->argument);
  luaL_addsize(formatting->buffer, (size_t)snprintf(room, LONGEST_NUMBER, formatting->specifier, code));
}

static void add_integer(formatting *formatting, const char *flags, char letter) {
  check_specifier(formatting, flags, true);
  long long value = luaL_checkinteger(formatting->L, formatting->argument);
  char *room = luaL_prepbuffsize(formatting->buffer, LONGEST_NUMBER);
  int count = snprintf(room, LONGEST_NUMBER, complete(formatting, "ll", letter), value);
  luaL_addsize(formatting->buffer, (size_t)count);
}

static void add_number(formatting *formatting, size_t longest) {
  check_specifier(formatting, "-+ #0", true);
  double value = luaL_checknumber(formatting->L, formatting->argument);
  char *room = luaL_prepbuffsize(formatting->buffer, longest);
  luaL_addsize(formatting->buffer, (size_t)snprintf(room, longest, formatting->specifier, value));
}

static void add_pointer(formatting *formatting) {
  lua_State *L = formatting->L;
  int argument = formatting->argument;
  check_specifier(formatting, "-", false);
  char *room = luaL_prepbuffsize(formatting->buffer, LONGEST_NUMBER);
  int top = lua_gettop(L);
  const char *text = lua_topointer(L, argument) != NULL ? okit_push_identity(L, argument) : "(null)";
  int count = snprintf(room, LONGEST_NUMBER, complete(formatting, "", 's'), text);
  lua_settop(L, top);
  luaL_addsize(formatting->buffer, (size_t)count);
}

// The room comes first: a buffer grows only while nothing of ours lies above it on the stack.
static void add_text(formatting *formatting) {
  lua_State *L = formatting->L;
  const size_t room_needed = LONGEST_WIDTH + 1;
  bool modified = formatting->length > 1;
  char *room = modified ? luaL_prepbuffsize(formatting->buffer, room_needed) : NULL;
  size_t length;
  const char *text = okit_push_text(L, formatting->argument, &length);
  if (modified) {
    luaL_argcheck(L, length == strlen(text), formatting->argument, "string contains zeros");
    check_specifier(formatting, "-", true);
  }
  if (!modified || (length > LONGEST_WIDTH && strchr(formatting->specifier, '.') == NULL)) {
    luaL_addvalue(formatting->buffer);
    return;
  }
  int count = snprintf(room, room_needed, formatting->specifier, text);
  lua_pop(L, 1);
  luaL_addsize(formatting->buffer, (size_t)count);
}

#pragma GCC diagnostic pop

// MARK: %q

static void add_quoted_text(formatting *formatting) {
  luaL_Buffer *buffer = formatting->buffer;
  size_t length;
  const char *text = lua_tolstring(formatting->L, formatting->argument, &length), *end = text + length;
  luaL_addchar(buffer, '"');
  for (; text < end; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte == '"' || byte == '\\' || byte == '\n') {
      luaL_addchar(buffer, '\\');
      luaL_addchar(buffer, (char)byte);
    } else if (byte < ' ' || byte == 127) {
      char code[8];
      bool digit_follows = text + 1 < end && isdigit((unsigned char)text[1]);
      int count = snprintf(code, sizeof code, digit_follows ? "\\%03d" : "\\%d", byte);
      luaL_addlstring(buffer, code, (size_t)count);
    } else {
      luaL_addchar(buffer, (char)byte);
    }
  }
  luaL_addchar(buffer, '"');
}

static int write_literal(char *room, double value) {
  if (isinf(value)) return snprintf(room, LONGEST_NUMBER, value > 0 ? "1e9999" : "-1e9999");
  if (isnan(value)) return snprintf(room, LONGEST_NUMBER, "(0/0)");
  int count = snprintf(room, LONGEST_NUMBER, "%a", value);
  // Lua reads a point, also where the locale of the host writes a comma.
  char *point = memchr(room, localeconv()->decimal_point[0], (size_t)count);
  if (point != NULL) *point = '.';
  return count;
}

static void add_quoted(formatting *formatting) {
  lua_State *L = formatting->L;
  int argument = formatting->argument;
  if (formatting->length > 1) luaL_error(L, "specifier '%%q' cannot have modifiers");
  switch (lua_type(L, argument)) {
    case LUA_TSTRING:
      add_quoted_text(formatting);
      break;
    case LUA_TNUMBER: {
      char *room = luaL_prepbuffsize(formatting->buffer, LONGEST_NUMBER);
      int count;
      if (!lua_isinteger(L, argument)) {
        count = write_literal(room, lua_tonumber(L, argument));
      } else {
        // The smallest integer has no decimal form that Lua reads as an integer.
        lua_Integer value = lua_tointeger(L, argument);
        count = value == LUA_MININTEGER ? snprintf(room, LONGEST_NUMBER, "0x%" PRIx64, (uint64_t)value)
                                        : snprintf(room, LONGEST_NUMBER, "%" PRId64, (int64_t)value);
      }
      luaL_addsize(formatting->buffer, (size_t)count);
      break;
    }
    case LUA_TNIL:
    case LUA_TBOOLEAN:
      luaL_tolstring(L, argument, NULL);
      luaL_addvalue(formatting->buffer);
      break;
    default:
      luaL_argerror(L, argument, "value has no literal form");
  }
}

// MARK: The function

static void add_conversion(formatting *formatting, char letter) {
  switch (letter) {
    case 'c': return add_character(formatting);
    case 'd': case 'i': return add_integer(formatting, "-+0 ", letter);
    case 'u': return add_integer(formatting, "-0", letter);
    case 'o': case 'x': case 'X': return add_integer(formatting, "-#0", letter);
    case 'f': return add_number(formatting, LONGEST_FIXED);
    case 'a': case 'A': case 'e': case 'E': case 'g': case 'G': return add_number(formatting, LONGEST_NUMBER);
    case 'p': return add_pointer(formatting);
    case 'q': return add_quoted(formatting);
    case 's': return add_text(formatting);
    default: luaL_error(formatting->L, "invalid conversion '%s' to 'format'", formatting->specifier);
  }
}

int okit_string_format(lua_State *L) {
  int last = lua_gettop(L);
  size_t length;
  okit_check_stack(L);
  const char *text = luaL_checklstring(L, 1, &length), *end = text + length;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  formatting formatting = {.L = L, .buffer = &buffer, .argument = 1};
  while (text < end) {
    const char *sign = memchr(text, '%', (size_t)(end - text));
    const char *stop = sign != NULL ? sign : end;
    luaL_addlstring(&buffer, text, (size_t)(stop - text));
    okit_charge_bytes(L, (size_t)(stop - text));
    if (sign == NULL) break;
    if (sign[1] == '%') {
      luaL_addchar(&buffer, '%');
      text = sign + 2;
      continue;
    }
    if (++formatting.argument > last) return luaL_argerror(L, formatting.argument, "no value");
    const char *letter = read_specifier(&formatting, sign + 1);
    add_conversion(&formatting, *letter);
    // Long texts and numbers cost more than a step, so their bytes are charged.
    okit_charge(L, 8);
    text = letter + 1;
  }
  luaL_pushresult(&buffer);
  return 1;
}
