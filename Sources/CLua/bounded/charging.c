// Where charged work meets the limits.
#include "bounded.h"

enum { OKIT_SLICE = 1000 };

void okit_settle(lua_State *L) {
  okit_check(L);
  okit_of(L)->slice = OKIT_SLICE;
}

size_t okit_start_position(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position;
  if (position == 0 || position < -(lua_Integer)length) return 1;
  return length + 1 - (size_t)-position;
}

size_t okit_end_position(lua_Integer position, size_t length) {
  if (position >= 0) return (lua_Integer)length < position ? length : (size_t)position;
  return position < -(lua_Integer)length ? 0 : length + 1 - (size_t)-position;
}
