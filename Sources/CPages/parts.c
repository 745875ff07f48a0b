// The scripts and styles of pages, embedded in the program. A part is what its files are one after the other.
#include "CPages.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

typedef const unsigned char part[];

static part page_style = {
#embed "page/page.css" suffix(, )
  0};

static part page_script = {
#embed "page/elements.js" suffix(, )
#embed "page/keys.js" suffix(, )
#embed "page/address.js" suffix(, )
#embed "page/panes.js" suffix(, )
#embed "page/list.js" suffix(, )
#embed "page/source.js" suffix(, )
  0};

static part trace_style = {
#embed "trace/trace.css" suffix(, )
#embed "trace/screen.css" suffix(, )
  0};

static part trace_script = {
#embed "trace/patches.js" suffix(, )
#embed "trace/records.js" suffix(, )
#embed "trace/differences.js" suffix(, )
#embed "trace/locators.js" suffix(, )
#embed "trace/screens.js" suffix(, )
#embed "trace/timeline.js" suffix(, )
#embed "trace/viewer.js" suffix(, )
#embed "trace/details.js" suffix(, )
#embed "trace/main.js" suffix(, )
  0};

static part tests_style = {
#embed "tests/tests.css" suffix(, )
  0};

static part tests_script = {
#embed "tests/main.js" suffix(, )
  0};

static part coverage_style = {
#embed "coverage/coverage.css" suffix(, )
  0};

static part coverage_script = {
#embed "coverage/report.js" suffix(, )
#embed "coverage/source.js" suffix(, )
#embed "coverage/main.js" suffix(, )
  0};

static part mutation_style = {
#embed "mutation/mutation.css" suffix(, )
  0};

static part mutation_script = {
#embed "mutation/main.js" suffix(, )
  0};

static part map_style = {
#embed "tests/tests.css" suffix(, )
#embed "map/map.css" suffix(, )
  0};

static part map_script = {
#embed "map/main.js" suffix(, )
  0};

#define PART(name) {#name, {(const char *)name, sizeof name - 1}}

static const struct {
  const char *name;
  okit_page_part part;
} parts[] = {
  // Those of all pages, then those of each.
  PART(page_style),
  PART(page_script),
  PART(trace_style),
  PART(trace_script),
  PART(tests_style),
  PART(tests_script),
  PART(coverage_style),
  PART(coverage_script),
  PART(mutation_style),
  PART(mutation_script),
  PART(map_style),
  PART(map_script),
};

okit_page_part okit_page(const char *name) {
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (strcmp(parts[i].name, name) == 0) return parts[i].part;
  }
  return (okit_page_part){NULL, 0};
}
