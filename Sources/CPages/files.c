// The files of the live page, embedded in the program, each as it is.
#include "CPages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

typedef const unsigned char file[];

static file actions_js = {
#embed "live/actions.js" suffix(, )
  0};
static file back_js = {
#embed "live/back.js" suffix(, )
  0};
static file bars_css = {
#embed "live/bars.css" suffix(, )
  0};
static file bars_js = {
#embed "live/bars.js" suffix(, )
  0};
static file base_css = {
#embed "live/base.css" suffix(, )
  0};
static file changes_js = {
#embed "live/changes.js" suffix(, )
  0};
static file color_js = {
#embed "live/color.js" suffix(, )
  0};
static file connection_js = {
#embed "live/connection.js" suffix(, )
  0};
static file controls_css = {
#embed "live/controls.css" suffix(, )
  0};
static file controls_js = {
#embed "live/controls.js" suffix(, )
  0};
static file dates_js = {
#embed "live/dates.js" suffix(, )
  0};
static file dialogs_css = {
#embed "live/dialogs.css" suffix(, )
  0};
static file dialogs_js = {
#embed "live/dialogs.js" suffix(, )
  0};
static file dom_js = {
#embed "live/dom.js" suffix(, )
  0};
static file focus_js = {
#embed "live/focus.js" suffix(, )
  0};
static file form_js = {
#embed "live/form.js" suffix(, )
  0};
static file forced_css = {
#embed "live/forced.css" suffix(, )
  0};
static file grid_css = {
#embed "live/grid.css" suffix(, )
  0};
static file grid_js = {
#embed "live/grid.js" suffix(, )
  0};
static file icon_svg = {
#embed "live/icon.svg" suffix(, )
  0};
static file icons_js = {
#embed "live/icons.js" suffix(, )
  0};
static file images_js = {
#embed "live/images.js" suffix(, )
  0};
static file index_html = {
#embed "live/index.html" suffix(, )
  0};
static file inputs_js = {
#embed "live/inputs.js" suffix(, )
  0};
static file layer_js = {
#embed "live/layer.js" suffix(, )
  0};
static file list_js = {
#embed "live/list.js" suffix(, )
  0};
static file main_js = {
#embed "live/main.js" suffix(, )
  0};
static file motion_js = {
#embed "live/motion.js" suffix(, )
  0};
static file notices_js = {
#embed "live/notices.js" suffix(, )
  0};
static file page_js = {
#embed "live/page.js" suffix(, )
  0};
static file range_js = {
#embed "live/range.js" suffix(, )
  0};
static file rows_css = {
#embed "live/rows.css" suffix(, )
  0};
static file rows_js = {
#embed "live/rows.js" suffix(, )
  0};
static file runs_js = {
#embed "live/runs.js" suffix(, )
  0};
static file screen_js = {
#embed "live/screen.js" suffix(, )
  0};
static file scroller_js = {
#embed "live/scroller.js" suffix(, )
  0};
static file sections_js = {
#embed "live/sections.js" suffix(, )
  0};
static file session_js = {
#embed "live/session.js" suffix(, )
  0};
static file status_js = {
#embed "live/status.js" suffix(, )
  0};
static file strings_js = {
#embed "live/strings.js" suffix(, )
  0};
static file swipe_js = {
#embed "live/swipe.js" suffix(, )
  0};
static file tab_js = {
#embed "live/tab.js" suffix(, )
  0};
static file textfields_js = {
#embed "live/textfields.js" suffix(, )
  0};
static file theme_js = {
#embed "live/theme.js" suffix(, )
  0};
static file values_js = {
#embed "live/values.js" suffix(, )
  0};

#define FILE(path, name) {path, {(const char *)name, sizeof name - 1}}

static const okit_page_file files[] = {
  FILE("/", index_html),
  FILE("/live/actions.js", actions_js),
  FILE("/live/back.js", back_js),
  FILE("/live/bars.css", bars_css),
  FILE("/live/bars.js", bars_js),
  FILE("/live/base.css", base_css),
  FILE("/live/changes.js", changes_js),
  FILE("/live/color.js", color_js),
  FILE("/live/connection.js", connection_js),
  FILE("/live/controls.css", controls_css),
  FILE("/live/controls.js", controls_js),
  FILE("/live/dates.js", dates_js),
  FILE("/live/dialogs.css", dialogs_css),
  FILE("/live/dialogs.js", dialogs_js),
  FILE("/live/dom.js", dom_js),
  FILE("/live/focus.js", focus_js),
  FILE("/live/form.js", form_js),
  FILE("/live/forced.css", forced_css),
  FILE("/live/grid.css", grid_css),
  FILE("/live/grid.js", grid_js),
  FILE("/live/icon.svg", icon_svg),
  FILE("/live/icons.js", icons_js),
  FILE("/live/images.js", images_js),
  FILE("/live/inputs.js", inputs_js),
  FILE("/live/layer.js", layer_js),
  FILE("/live/list.js", list_js),
  FILE("/live/main.js", main_js),
  FILE("/live/motion.js", motion_js),
  FILE("/live/notices.js", notices_js),
  FILE("/live/page.js", page_js),
  FILE("/live/range.js", range_js),
  FILE("/live/rows.css", rows_css),
  FILE("/live/rows.js", rows_js),
  FILE("/live/runs.js", runs_js),
  FILE("/live/screen.js", screen_js),
  FILE("/live/scroller.js", scroller_js),
  FILE("/live/sections.js", sections_js),
  FILE("/live/session.js", session_js),
  FILE("/live/status.js", status_js),
  FILE("/live/strings.js", strings_js),
  FILE("/live/swipe.js", swipe_js),
  FILE("/live/tab.js", tab_js),
  FILE("/live/textfields.js", textfields_js),
  FILE("/live/theme.js", theme_js),
  FILE("/live/values.js", values_js),
};

okit_page_file okit_live_file(size_t index) {
  return index < sizeof files / sizeof *files ? files[index] : (okit_page_file){NULL, {NULL, 0}};
}
