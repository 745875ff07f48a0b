#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "CFloor.h"

static bool write_all(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(file, bytes, length);
    if (written <= 0) return false;
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}

bool floor_store(const char *folder, const void *bytes, size_t length) {
  int directory = open(folder, O_RDONLY | O_DIRECTORY);
  if (directory < 0) return false;
  int file = openat(directory, "aside", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  bool done = file >= 0 && write_all(file, bytes, length) && fsync(file) == 0;
  if (file >= 0) close(file);
  done = done && renameat(directory, "aside", directory, "document") == 0 && fsync(directory) == 0;
  close(directory);
  return done;
}

// Loads SQLite when it is needed, so that the other workloads run without it.
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

enum { SQLITE_OK = 0, SQLITE_ROW = 100, SQLITE_DONE = 101 };

static struct {
  int (*open)(const char *, sqlite3 **);
  int (*close)(sqlite3 *);
  int (*exec)(sqlite3 *, const char *, void *, void *, void *);
  int (*prepare)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
  int (*bind_text)(sqlite3_stmt *, int, const char *, int, void (*)(void *));
  int (*bind_int64)(sqlite3_stmt *, int, int64_t);
  int (*step)(sqlite3_stmt *);
  int (*reset)(sqlite3_stmt *);
  int (*finalize)(sqlite3_stmt *);
  int64_t (*column_int64)(sqlite3_stmt *, int);
} sqlite;

bool floor_sqlite_exists(void) {
  if (sqlite.open) return true;
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
  if (!library) return false;
  *(void **)&sqlite.close = dlsym(library, "sqlite3_close");
  *(void **)&sqlite.exec = dlsym(library, "sqlite3_exec");
  *(void **)&sqlite.prepare = dlsym(library, "sqlite3_prepare_v2");
  *(void **)&sqlite.bind_text = dlsym(library, "sqlite3_bind_text");
  *(void **)&sqlite.bind_int64 = dlsym(library, "sqlite3_bind_int64");
  *(void **)&sqlite.step = dlsym(library, "sqlite3_step");
  *(void **)&sqlite.reset = dlsym(library, "sqlite3_reset");
  *(void **)&sqlite.finalize = dlsym(library, "sqlite3_finalize");
  *(void **)&sqlite.column_int64 = dlsym(library, "sqlite3_column_int64");
  *(void **)&sqlite.open = dlsym(library, "sqlite3_open");
  return sqlite.open != 0;
}

struct floor_rows {
  sqlite3 *database;
  sqlite3_stmt *update;
};

static bool run(sqlite3 *database, const char *text) { return sqlite.exec(database, text, 0, 0, 0) == SQLITE_OK; }

static bool fill(sqlite3 *database, int64_t count) {
  sqlite3_stmt *insert = 0;
  bool done = run(database, "create table item (id text primary key, name, price, marked, weight, comment); begin") &&
              sqlite.prepare(
                  database,
                  "insert into item values ('n' || ?1, 'Item ' || ?1 % 9973, ?1 % 1000, ?1 % 8 = 0, ?1 % 500 + 0.5,"
                  " 'Was here before, and the price was lower then.')",
                  -1, &insert, 0) == SQLITE_OK;
  for (int64_t i = 0; done && i < count; i++) {
    done = sqlite.bind_int64(insert, 1, i) == SQLITE_OK && sqlite.step(insert) == SQLITE_DONE;
    sqlite.reset(insert);
  }
  sqlite.finalize(insert);
  return done && run(database, "commit");
}

floor_rows *floor_rows_open(const char *file, int64_t count, bool survives_power_loss) {
  static floor_rows rows;
  if (!floor_sqlite_exists() || sqlite.open(file, &rows.database) != SQLITE_OK) return 0;
  const char *safety = survives_power_loss ? "pragma synchronous = full" : "pragma synchronous = normal";
  return run(rows.database, "pragma journal_mode = wal") && run(rows.database, safety) && fill(rows.database, count) &&
                 sqlite.prepare(
                     rows.database, "update item set price = ?1 where id = ?2", -1, &rows.update, 0) == SQLITE_OK
             ? &rows
             : 0;
}

bool floor_rows_change(floor_rows *rows, int64_t number, int64_t price) {
  char id[32];
  int length = snprintf(id, sizeof id, "n%lld", (long long)number);
  bool done = sqlite.bind_int64(rows->update, 1, price) == SQLITE_OK &&
              sqlite.bind_text(rows->update, 2, id, length, 0) == SQLITE_OK && sqlite.step(rows->update) == SQLITE_DONE;
  sqlite.reset(rows->update);
  return done;
}

int64_t floor_rows_sum(floor_rows *rows) {
  sqlite3_stmt *sum = 0;
  int64_t result = -1;
  if (sqlite.prepare(rows->database, "select sum(price) from item", -1, &sum, 0) == SQLITE_OK &&
      sqlite.step(sum) == SQLITE_ROW) {
    result = sqlite.column_int64(sum, 0);
  }
  sqlite.finalize(sum);
  return result;
}

void floor_rows_close(floor_rows *rows) {
  sqlite.finalize(rows->update);
  sqlite.close(rows->database);
}
