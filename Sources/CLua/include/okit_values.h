// Values and host objects. Part of `CLua.h`.
#ifndef OKIT_CLUA_VALUES_H
#define OKIT_CLUA_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OKIT_NAMED(name) __attribute__((swift_name(#name)))
#define OKIT_ENUM(name, type) enum __attribute__((enum_extensibility(closed))) name : type

#pragma clang assume_nonnull begin

/// A Lua state with its limits. Used by one thread at a time.
typedef struct okit_state okit_state;

/// A text. One that comes from a state is borrowed until the state's next use.
typedef struct okit_text {
  const char *_Nullable bytes;
  size_t length;
} okit_text;

typedef OKIT_ENUM(okit_tag, uint8_t) {
  OKIT_TAG_NIL OKIT_NAMED(none),
  OKIT_TAG_BOOL OKIT_NAMED(bool),
  OKIT_TAG_INT OKIT_NAMED(int),
  OKIT_TAG_DOUBLE OKIT_NAMED(double),
  OKIT_TAG_TEXT OKIT_NAMED(text),
  OKIT_TAG_OBJECT OKIT_NAMED(object),
  OKIT_TAG_TABLE OKIT_NAMED(table),
  OKIT_TAG_FUNCTION OKIT_NAMED(function),
  OKIT_TAG_OTHER OKIT_NAMED(other),
} okit_tag;

/// A value that is passed through the bridge. A table is followed by its content in the same array: `bits` elements,
/// then `length` pairs of key and value, each of which may be a table again.
/// The name of the type of `okit.json.null`, which is passed to the host as any other value.
#define OKIT_JSON_NULL "JSON null"
/// The name of the metatable of an empty list from the host, which JSON writes as `[]`.
#define OKIT_JSON_ARRAY "JSON array"
/// The kind of such a table.
enum { OKIT_EMPTY_LIST = 1 };

typedef struct okit_value {
  okit_tag tag;
  /// An object's kind.
  uint16_t kind;
  /// The registry slot of a function, owned by the receiver. Of an argument of a call: its stack index.
  int32_t reference;
  /// The Boolean, the integer, the bits of a double or an object, the address of a text (towards Lua: its offset in the
  /// texts), the number of elements of a table, the address of the type's name of any other value.
  uint64_t bits;
  /// The number of bytes of a text, or of pairs of a table.
  size_t length;
} okit_value;

/// A list of values. Texts lie in `texts` when the values go to Lua, and are borrowed from Lua when they come from it.
typedef struct okit_values {
  const okit_value *_Nullable items;
  /// The number of values, without the content of tables.
  size_t count;
  const char *_Nullable texts;
} okit_values;

bool okit_is_utf8(okit_text text);

/// The operations that the handler of a kind performs, as bits `1 << okit_operation`.
typedef uint32_t okit_operations;

/// Defines a kind of object. Each object counts at least `weight` bytes towards the memory limit.
bool okit_define_kind(
  okit_state *state, const char *name, okit_operations operations, void *handler, size_t weight, uint16_t *kind);

/// Gives a name a number: the handler gets `slot` instead of the name when it is read or written.
bool okit_set_slot(okit_state *state, uint16_t kind, okit_text name, int32_t slot);

/// Makes reads of `name` return `value` without calling the handler. Not for integers.
bool okit_set_member(okit_state *state, uint16_t kind, okit_text name, okit_values value);

/// Sets the address of a number that changes when names may get another meaning on objects of the kind. It has to last
/// until the state is closed or gets another address.
void okit_set_definitions(okit_state *state, uint16_t kind, const intptr_t *definitions);

/// Makes reads of the name with a slot return the function in a registry slot, without calling the handler, for as long
/// as the number at the address of `okit_set_definitions` stays the same. The caller keeps the function. Allowed at any
/// time.
void okit_share_method(okit_state *state, uint16_t kind, int32_t slot, int32_t reference);

/// Makes `ipairs` read the elements of a kind's objects ahead, with `OKIT_CALL_READ_AHEAD`. They are used for as long
/// as the number at `epoch` stays the same; it has to last until the state is closed or gets another address.
void okit_set_epoch(okit_state *state, uint16_t kind, const uint64_t *epoch);

typedef struct okit_object {
  uint64_t bits;
  uint16_t kind;
} okit_object;

/// Whether Lua holds the object. Allowed at any time.
bool okit_is_alive(okit_state *state, uint16_t kind, uint64_t bits);

/// Whether there may be objects for `okit_take_collected`. Allowed at any time.
bool okit_has_collected(const okit_state *state);

/// Takes up to `capacity` objects that Lua has collected and does not hold again. Returns their number. Allowed at any
/// time.
size_t okit_take_collected(okit_state *state, okit_object *objects, size_t capacity);

#pragma clang assume_nonnull end

#endif
