#include <sqlite3.h>
#include <stddef.h>

/* Swift cannot call functions with a variable number of arguments. */
static inline int okit_sqlite_db_config(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}

/* Declared by string.h only for programs that ask for extensions of GNU. */
extern void *memmem(const void *bytes, size_t count, const void *part, size_t part_count);
