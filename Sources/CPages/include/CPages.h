// The scripts and styles of pages, and the files of the live page.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The text of a part; no bytes when there is none.
typedef struct {
  const char *_Nullable bytes;
  size_t length;
} okit_page_part;

/// Returns the part `<page>_script` or `<page>_style`; of the page `page`, those that all pages have.
okit_page_part okit_page(const char *name);

/// A file of the live page; no bytes and no type when there is none.
typedef struct {
  okit_page_part content;
  const char *_Nullable type;
} okit_page_file;

/// Returns the file of the live page with a path, such as `live/main.js`, with its media type; `live/index.html` is the
/// page itself.
okit_page_file okit_live_file(const char *path);

#pragma clang assume_nonnull end
