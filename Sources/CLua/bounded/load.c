// Compiling texts. Lua's compiler runs no hooks, and some texts take it very long, so it gets them in small pieces.
#include "bounded.h"

enum { OKIT_PIECE = 256 };

typedef struct source {
  const char *text;
  size_t left;
} source;

static const char *next_piece(lua_State *L, void *context, size_t *length) {
  source *source = context;
  okit_check(L);
  const char *piece = source->text;
  *length = source->left < OKIT_PIECE ? source->left : OKIT_PIECE;
  source->text += *length;
  source->left -= *length;
  return piece;
}

int okit_load_text(lua_State *L, const char *text, size_t length, const char *chunk, const char *mode) {
  source source = {text, length};
  return lua_load(L, next_piece, &source, chunk, mode);
}
