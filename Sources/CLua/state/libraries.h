// Opens the libraries of a new state.
#ifndef OKIT_STATE_LIBRARIES_H
#define OKIT_STATE_LIBRARIES_H

#include "shared/state.h"

int okit_open_libraries(lua_State *L);

// restore.c
void okit_free_saved(okit_saved *saved);

#endif
