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

/// A file of the live page: the path of its URL, whose ending tells the media type; `/` is the page itself.
typedef struct {
  const char *_Nullable path;
  okit_page_part content;
} okit_page_file;

/// Returns the file of the live page with an index from 0; without a path after the last one.
okit_page_file okit_live_file(size_t index);

#pragma clang assume_nonnull end
