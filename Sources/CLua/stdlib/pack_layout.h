// The layout that a format of string.pack describes, option by option.
#ifndef OKIT_PACKING_H
#define OKIT_PACKING_H

#include "stdlib/libraries.h"

typedef enum okit_field {
  OKIT_FIELD_SIGNED,
  OKIT_FIELD_UNSIGNED,
  OKIT_FIELD_FLOAT,
  OKIT_FIELD_DOUBLE,
  OKIT_FIELD_FIXED,       // c
  OKIT_FIELD_COUNTED,     // s
  OKIT_FIELD_TERMINATED,  // z
  OKIT_FIELD_BYTE,        // x
  OKIT_FIELD_ALIGNMENT,   // X: padding only
  OKIT_FIELD_NONE,        // an option that only changes a setting
} okit_field;

typedef struct okit_layout {
  lua_State *L;
  const char *format;  // the rest of it
  bool little;
  size_t alignment;
} okit_layout;

enum { OKIT_LARGEST_INTEGER = 16, OKIT_NATIVE_ALIGNMENT = _Alignof(lua_Integer) };

okit_layout okit_begin_layout(lua_State *L, const char *format);

// Reads an option after `total` bytes. Returns the padding, and the field's size without a length prefix or a
// terminator.
okit_field okit_next_field(okit_layout *layout, size_t total, size_t *size, size_t *padding);

#endif
