// Lists for the functions of `table`.
#ifndef OKIT_TABLES_H
#define OKIT_TABLES_H

#include "stdlib/libraries.h"

// The operations of a function on a list.
typedef enum okit_uses { OKIT_READS = 1, OKIT_WRITES = 2, OKIT_MEASURES = 4 } okit_uses;

// Raises unless the argument is a table or has the metamethods of these operations.
void okit_check_list(lua_State *L, int index, okit_uses uses);

#endif
