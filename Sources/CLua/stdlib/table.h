// Lists as the functions of `table` see them.
#ifndef OKIT_TABLES_H
#define OKIT_TABLES_H

#include "stdlib/libraries.h"

// What a function does with a list.
typedef enum okit_uses { OKIT_READS = 1, OKIT_WRITES = 2, OKIT_MEASURES = 4 } okit_uses;

// Raises unless the argument is a table, or has metamethods for all that is done with it.
void okit_check_list(lua_State *L, int index, okit_uses uses);

#endif
