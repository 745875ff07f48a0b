#include "stdlib/pack_layout.h"

#include <stddef.h>

okit_layout okit_begin_layout(lua_State *L, const char *format) {
  const union {
    int number;
    char first;
  } native = {1};
  return (okit_layout){.L = L, .format = format, .little = native.first == 1, .alignment = 1};
}

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// Reads a number. Digits that would make it too large stay; they are then invalid options.
static size_t read_number(okit_layout *layout, size_t otherwise) {
  if (!is_digit(*layout->format)) return otherwise;
  size_t number = 0;
  const size_t most = INT32_MAX;
  do {
    number = number * 10 + (size_t)(*layout->format++ - '0');
  } while (is_digit(*layout->format) && number <= (most - 9) / 10);
  return number;
}

static size_t read_size(okit_layout *layout, size_t otherwise) {
  size_t size = read_number(layout, otherwise);
  if (size < 1 || size > OKIT_LARGEST_INTEGER) {
    luaL_error(layout->L, "integral size (%d) out of limits [1,%d]", (int)size, OKIT_LARGEST_INTEGER);
  }
  return size;
}

static okit_field read_option(okit_layout *layout, size_t *size) {
  char letter = *layout->format++;
  *size = 0;
  switch (letter) {
    case 'b': *size = sizeof(char); return OKIT_FIELD_SIGNED;
    case 'B': *size = sizeof(char); return OKIT_FIELD_UNSIGNED;
    case 'h': *size = sizeof(short); return OKIT_FIELD_SIGNED;
    case 'H': *size = sizeof(short); return OKIT_FIELD_UNSIGNED;
    case 'l': *size = sizeof(long); return OKIT_FIELD_SIGNED;
    case 'L': *size = sizeof(long); return OKIT_FIELD_UNSIGNED;
    case 'j': *size = sizeof(lua_Integer); return OKIT_FIELD_SIGNED;
    case 'J': *size = sizeof(lua_Integer); return OKIT_FIELD_UNSIGNED;
    case 'T': *size = sizeof(size_t); return OKIT_FIELD_UNSIGNED;
    case 'i': *size = read_size(layout, sizeof(int)); return OKIT_FIELD_SIGNED;
    case 'I': *size = read_size(layout, sizeof(int)); return OKIT_FIELD_UNSIGNED;
    case 'f': *size = sizeof(float); return OKIT_FIELD_FLOAT;
    case 'd': case 'n': *size = sizeof(double); return OKIT_FIELD_DOUBLE;
    case 's': *size = read_size(layout, sizeof(size_t)); return OKIT_FIELD_COUNTED;
    case 'c':
      *size = read_number(layout, SIZE_MAX);
      if (*size == SIZE_MAX) luaL_error(layout->L, "missing size for format option 'c'");
      return OKIT_FIELD_FIXED;
    case 'z': return OKIT_FIELD_TERMINATED;
    case 'x': *size = 1; return OKIT_FIELD_BYTE;
    case 'X': return OKIT_FIELD_ALIGNMENT;
    case ' ': break;
    case '<': layout->little = true; break;
    case '>': layout->little = false; break;
    case '=': layout->little = okit_begin_layout(NULL, NULL).little; break;
    case '!': layout->alignment = read_size(layout, OKIT_NATIVE_ALIGNMENT); break;
    default: luaL_error(layout->L, "invalid format option '%c'", letter);
  }
  return OKIT_FIELD_NONE;
}

okit_field okit_next_field(okit_layout *layout, size_t total, size_t *size, size_t *padding) {
  okit_field field = read_option(layout, size);
  size_t alignment = *size;
  *padding = 0;
  switch (field) {
    case OKIT_FIELD_ALIGNMENT: {
      // The next option only gives the alignment.
      okit_field aligned = *layout->format == '\0' ? OKIT_FIELD_NONE : read_option(layout, &alignment);
      if (aligned == OKIT_FIELD_FIXED || alignment == 0) {
        luaL_argerror(layout->L, 1, "invalid next option for option 'X'");
      }
      break;
    }
    case OKIT_FIELD_SIGNED: case OKIT_FIELD_UNSIGNED: case OKIT_FIELD_FLOAT: case OKIT_FIELD_DOUBLE:
    case OKIT_FIELD_COUNTED:
      break;
    default:
      return field;
  }
  if (alignment > layout->alignment) alignment = layout->alignment;
  if (alignment <= 1) return field;
  if ((alignment & (alignment - 1)) != 0) luaL_argerror(layout->L, 1, "format asks for alignment not power of 2");
  *padding = (alignment - (total & (alignment - 1))) & (alignment - 1);
  return field;
}
