// Opens the libraries of a new state.
#ifndef OKIT_STATE_LIBRARIES_H
#define OKIT_STATE_LIBRARIES_H

#include "shared/state.h"

int okit_open_libraries(lua_State *L);

// hash_seed.c: a new state with the seed, and a function that notes whether tables show it
lua_State *okit_new_seeded_state(okit_state *state);
int okit_check_order(lua_State *L);

// restore.c
void okit_free_saved(okit_saved *saved);

#endif
