// The files of the live page, embedded in the program, each as it is. An entry has the path in URLs and the text.
#include "CPages.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// The text of a file, which has no NUL.
#define TEXT (const char *)(const unsigned char[])

static const struct {
  const char *path;
  const char *text;
} files[] = {
  {"/", TEXT{
#embed "live/index.html" suffix(, )
    0}},
  {"/live/actions.js", TEXT{
#embed "live/actions.js" suffix(, )
    0}},
  {"/live/back.js", TEXT{
#embed "live/back.js" suffix(, )
    0}},
  {"/live/bars.css", TEXT{
#embed "live/bars.css" suffix(, )
    0}},
  {"/live/bars.js", TEXT{
#embed "live/bars.js" suffix(, )
    0}},
  {"/live/base.css", TEXT{
#embed "live/base.css" suffix(, )
    0}},
  {"/live/changes.js", TEXT{
#embed "live/changes.js" suffix(, )
    0}},
  {"/live/color.js", TEXT{
#embed "live/color.js" suffix(, )
    0}},
  {"/live/connection.js", TEXT{
#embed "live/connection.js" suffix(, )
    0}},
  {"/live/controls.css", TEXT{
#embed "live/controls.css" suffix(, )
    0}},
  {"/live/controls.js", TEXT{
#embed "live/controls.js" suffix(, )
    0}},
  {"/live/dates.js", TEXT{
#embed "live/dates.js" suffix(, )
    0}},
  {"/live/dialogs.css", TEXT{
#embed "live/dialogs.css" suffix(, )
    0}},
  {"/live/dialogs.js", TEXT{
#embed "live/dialogs.js" suffix(, )
    0}},
  {"/live/dom.js", TEXT{
#embed "live/dom.js" suffix(, )
    0}},
  {"/live/focus.js", TEXT{
#embed "live/focus.js" suffix(, )
    0}},
  {"/live/forced.css", TEXT{
#embed "live/forced.css" suffix(, )
    0}},
  {"/live/form.js", TEXT{
#embed "live/form.js" suffix(, )
    0}},
  {"/live/grid.css", TEXT{
#embed "live/grid.css" suffix(, )
    0}},
  {"/live/grid.js", TEXT{
#embed "live/grid.js" suffix(, )
    0}},
  {"/live/icon.svg", TEXT{
#embed "live/icon.svg" suffix(, )
    0}},
  {"/live/icons.js", TEXT{
#embed "live/icons.js" suffix(, )
    0}},
  {"/live/images.js", TEXT{
#embed "live/images.js" suffix(, )
    0}},
  {"/live/inputs.js", TEXT{
#embed "live/inputs.js" suffix(, )
    0}},
  {"/live/layer.js", TEXT{
#embed "live/layer.js" suffix(, )
    0}},
  {"/live/list.js", TEXT{
#embed "live/list.js" suffix(, )
    0}},
  {"/live/main.js", TEXT{
#embed "live/main.js" suffix(, )
    0}},
  {"/live/motion.js", TEXT{
#embed "live/motion.js" suffix(, )
    0}},
  {"/live/notices.js", TEXT{
#embed "live/notices.js" suffix(, )
    0}},
  {"/live/page.js", TEXT{
#embed "live/page.js" suffix(, )
    0}},
  {"/live/range.js", TEXT{
#embed "live/range.js" suffix(, )
    0}},
  {"/live/rows.css", TEXT{
#embed "live/rows.css" suffix(, )
    0}},
  {"/live/rows.js", TEXT{
#embed "live/rows.js" suffix(, )
    0}},
  {"/live/runs.js", TEXT{
#embed "live/runs.js" suffix(, )
    0}},
  {"/live/screen.js", TEXT{
#embed "live/screen.js" suffix(, )
    0}},
  {"/live/scroller.js", TEXT{
#embed "live/scroller.js" suffix(, )
    0}},
  {"/live/sections.js", TEXT{
#embed "live/sections.js" suffix(, )
    0}},
  {"/live/session.js", TEXT{
#embed "live/session.js" suffix(, )
    0}},
  {"/live/status.js", TEXT{
#embed "live/status.js" suffix(, )
    0}},
  {"/live/strings.js", TEXT{
#embed "live/strings.js" suffix(, )
    0}},
  {"/live/swipe.js", TEXT{
#embed "live/swipe.js" suffix(, )
    0}},
  {"/live/tab.js", TEXT{
#embed "live/tab.js" suffix(, )
    0}},
  {"/live/textfields.js", TEXT{
#embed "live/textfields.js" suffix(, )
    0}},
  {"/live/theme.js", TEXT{
#embed "live/theme.js" suffix(, )
    0}},
  {"/live/values.js", TEXT{
#embed "live/values.js" suffix(, )
    0}},
};

okit_page_file okit_live_file(size_t index) {
  if (index >= sizeof files / sizeof *files) return (okit_page_file){NULL, {NULL, 0}};
  return (okit_page_file){files[index].path, {files[index].text, strlen(files[index].text)}};
}
