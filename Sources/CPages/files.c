// The files of the live page, embedded in the program, each as it is.
#include "CPages.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

typedef const unsigned char file[];

#define TYPE_css "text/css; charset=utf-8"
#define TYPE_html "text/html; charset=utf-8"
#define TYPE_js "text/javascript; charset=utf-8"
#define TYPE_svg "image/svg+xml"

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

#define FILE(name, type) {"live/" #name "." #type, TYPE_##type, {(const char *)name##_##type, sizeof name##_##type - 1}}

static const struct {
  const char *name;
  const char *type;
  okit_page_part content;
} files[] = {
  FILE(actions, js),
  FILE(back, js),
  FILE(bars, css),
  FILE(bars, js),
  FILE(base, css),
  FILE(changes, js),
  FILE(color, js),
  FILE(connection, js),
  FILE(controls, css),
  FILE(controls, js),
  FILE(dates, js),
  FILE(dialogs, css),
  FILE(dialogs, js),
  FILE(dom, js),
  FILE(focus, js),
  FILE(form, js),
  FILE(grid, css),
  FILE(grid, js),
  FILE(icon, svg),
  FILE(icons, js),
  FILE(images, js),
  FILE(index, html),
  FILE(inputs, js),
  FILE(layer, js),
  FILE(list, js),
  FILE(main, js),
  FILE(motion, js),
  FILE(notices, js),
  FILE(page, js),
  FILE(range, js),
  FILE(rows, css),
  FILE(rows, js),
  FILE(runs, js),
  FILE(screen, js),
  FILE(scroller, js),
  FILE(sections, js),
  FILE(session, js),
  FILE(status, js),
  FILE(strings, js),
  FILE(swipe, js),
  FILE(tab, js),
  FILE(textfields, js),
  FILE(theme, js),
  FILE(values, js),
};

okit_page_file okit_live_file(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return (okit_page_file){files[i].content, files[i].type};
  }
  return (okit_page_file){{NULL, 0}, NULL};
}
