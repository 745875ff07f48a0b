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
  {"/live/rows/actions.js", TEXT{
#embed "live/rows/actions.js" suffix(, )
    0}},
  {"/live/screen/back.js", TEXT{
#embed "live/screen/back.js" suffix(, )
    0}},
  {"/live/style/bars.css", TEXT{
#embed "live/style/bars.css" suffix(, )
    0}},
  {"/live/screen/bars.js", TEXT{
#embed "live/screen/bars.js" suffix(, )
    0}},
  {"/live/style/base.css", TEXT{
#embed "live/style/base.css" suffix(, )
    0}},
  {"/live/session/changes.js", TEXT{
#embed "live/session/changes.js" suffix(, )
    0}},
  {"/live/document/color.js", TEXT{
#embed "live/document/color.js" suffix(, )
    0}},
  {"/live/session/connection.js", TEXT{
#embed "live/session/connection.js" suffix(, )
    0}},
  {"/live/style/controls.css", TEXT{
#embed "live/style/controls.css" suffix(, )
    0}},
  {"/live/controls/controls.js", TEXT{
#embed "live/controls/controls.js" suffix(, )
    0}},
  {"/live/controls/dates.js", TEXT{
#embed "live/controls/dates.js" suffix(, )
    0}},
  {"/live/inspector/details.js", TEXT{
#embed "live/inspector/details.js" suffix(, )
    0}},
  {"/live/style/dialogs.css", TEXT{
#embed "live/style/dialogs.css" suffix(, )
    0}},
  {"/live/screen/dialogs.js", TEXT{
#embed "live/screen/dialogs.js" suffix(, )
    0}},
  {"/live/document/dom.js", TEXT{
#embed "live/document/dom.js" suffix(, )
    0}},
  {"/live/inspector/elements.js", TEXT{
#embed "live/inspector/elements.js" suffix(, )
    0}},
  {"/live/document/focus.js", TEXT{
#embed "live/document/focus.js" suffix(, )
    0}},
  {"/live/style/forced.css", TEXT{
#embed "live/style/forced.css" suffix(, )
    0}},
  {"/live/rows/form.js", TEXT{
#embed "live/rows/form.js" suffix(, )
    0}},
  {"/live/style/grid.css", TEXT{
#embed "live/style/grid.css" suffix(, )
    0}},
  {"/live/rows/grid.js", TEXT{
#embed "live/rows/grid.js" suffix(, )
    0}},
  {"/live/icon.svg", TEXT{
#embed "live/icon.svg" suffix(, )
    0}},
  {"/live/document/icons.js", TEXT{
#embed "live/document/icons.js" suffix(, )
    0}},
  {"/live/document/images.js", TEXT{
#embed "live/document/images.js" suffix(, )
    0}},
  {"/live/session/inputs.js", TEXT{
#embed "live/session/inputs.js" suffix(, )
    0}},
  {"/live/inspector/inspector.css", TEXT{
#embed "live/inspector/inspector.css" suffix(, )
    0}},
  {"/live/inspector/inspector.js", TEXT{
#embed "live/inspector/inspector.js" suffix(, )
    0}},
  {"/live/screen/layer.js", TEXT{
#embed "live/screen/layer.js" suffix(, )
    0}},
  {"/live/rows/list.js", TEXT{
#embed "live/rows/list.js" suffix(, )
    0}},
  {"/live/inspector/log.js", TEXT{
#embed "live/inspector/log.js" suffix(, )
    0}},
  {"/live/main.js", TEXT{
#embed "live/main.js" suffix(, )
    0}},
  {"/live/inspector/models.js", TEXT{
#embed "live/inspector/models.js" suffix(, )
    0}},
  {"/live/document/motion.js", TEXT{
#embed "live/document/motion.js" suffix(, )
    0}},
  {"/live/screen/notices.js", TEXT{
#embed "live/screen/notices.js" suffix(, )
    0}},
  {"/live/inspector/overlay.js", TEXT{
#embed "live/inspector/overlay.js" suffix(, )
    0}},
  {"/live/screen/page.js", TEXT{
#embed "live/screen/page.js" suffix(, )
    0}},
  {"/live/inspector/preview.js", TEXT{
#embed "live/inspector/preview.js" suffix(, )
    0}},
  {"/live/inspector/prompt.js", TEXT{
#embed "live/inspector/prompt.js" suffix(, )
    0}},
  {"/live/rows/range.js", TEXT{
#embed "live/rows/range.js" suffix(, )
    0}},
  {"/live/inspector/recorder.js", TEXT{
#embed "live/inspector/recorder.js" suffix(, )
    0}},
  {"/live/style/rows.css", TEXT{
#embed "live/style/rows.css" suffix(, )
    0}},
  {"/live/rows/rows.js", TEXT{
#embed "live/rows/rows.js" suffix(, )
    0}},
  {"/live/document/runs.js", TEXT{
#embed "live/document/runs.js" suffix(, )
    0}},
  {"/live/screen/screen.js", TEXT{
#embed "live/screen/screen.js" suffix(, )
    0}},
  {"/live/inspector/screentree.js", TEXT{
#embed "live/inspector/screentree.js" suffix(, )
    0}},
  {"/live/rows/scroller.js", TEXT{
#embed "live/rows/scroller.js" suffix(, )
    0}},
  {"/live/rows/sections.js", TEXT{
#embed "live/rows/sections.js" suffix(, )
    0}},
  {"/live/session/session.js", TEXT{
#embed "live/session/session.js" suffix(, )
    0}},
  {"/live/inspector/signs.js", TEXT{
#embed "live/inspector/signs.js" suffix(, )
    0}},
  {"/live/screen/status.js", TEXT{
#embed "live/screen/status.js" suffix(, )
    0}},
  {"/live/document/strings.js", TEXT{
#embed "live/document/strings.js" suffix(, )
    0}},
  {"/live/rows/swipe.js", TEXT{
#embed "live/rows/swipe.js" suffix(, )
    0}},
  {"/live/session/tab.js", TEXT{
#embed "live/session/tab.js" suffix(, )
    0}},
  {"/live/controls/textfields.js", TEXT{
#embed "live/controls/textfields.js" suffix(, )
    0}},
  {"/live/document/theme.js", TEXT{
#embed "live/document/theme.js" suffix(, )
    0}},
  {"/live/inspector/timeline.js", TEXT{
#embed "live/inspector/timeline.js" suffix(, )
    0}},
  {"/live/controls/values.js", TEXT{
#embed "live/controls/values.js" suffix(, )
    0}},
  {"/live/inspector/variants.js", TEXT{
#embed "live/inspector/variants.js" suffix(, )
    0}},
  {"/live/document/zone.js", TEXT{
#embed "live/document/zone.js" suffix(, )
    0}},
};

okit_page_file okit_live_file(size_t index) {
  if (index >= sizeof files / sizeof *files) return (okit_page_file){NULL, {NULL, 0}};
  return (okit_page_file){files[index].path, {files[index].text, strlen(files[index].text)}};
}
