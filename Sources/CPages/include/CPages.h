// The scripts and styles of pages.
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

#pragma clang assume_nonnull end
