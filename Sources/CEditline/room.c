#define _XOPEN_SOURCE 700  // wcwidth

#include <limits.h>
#include <stdlib.h>
#include <wchar.h>

#include "CEditline.h"

// What libedit's picture of the screen may take, in cells of eight bytes.
enum { MOST_CELLS = 1 << 20 };

static int lines(EditLine *editor) {
  int count = 0;
  return el_get(editor, EL_GETTC, "li", &count) == 0 ? count : 0;
}

static int columns(EditLine *editor) {
  int count = 0;
  return el_get(editor, EL_GETTC, "co", &count) == 0 && count > 1 ? count : 2;
}

// At least as many as libedit uses: 8 for what it writes as \U+10FFF and for a tab, 2 for ^X.
static int cells(wchar_t character) {
  if (character >= 0x20 && character < 0x7f) {
    return 1;
  }
  if (character == L'\t') {
    return 8;
  }
  if (character < 0x20 || character == 0x7f) {
    return 2;
  }
  int width = wcwidth(character);
  return width < 0 ? 8 : width;
}

// At least as many as libedit uses: a wide character may leave the last column of each row empty.
long moonshell_editor_rows(EditLine *editor, int indent) {
  const LineInfoW *line = el_wline(editor);
  long usable = columns(editor) - 1;
  long rows = 1;
  long filled = indent;
  for (const wchar_t *next = line->buffer; next < line->lastchar; next++) {
    if (*next == L'\n') {
      rows += filled / usable + 1;
      filled = 0;
    } else {
      filled += cells(*next);
    }
  }
  return rows + filled / usable;
}

// Where libedit paints what nothing shows; opened while files can be, and as long as the program lives.
static FILE *sink = NULL;

void moonshell_editor_open_sink(void) {
  if (sink == NULL) {
    sink = fopen("/dev/null", "we");
  }
}

int moonshell_editor_hide(EditLine *editor) {
  moonshell_editor_open_sink();
  return sink != NULL && el_set(editor, EL_SETFP, 1, sink) == 0;
}

int moonshell_editor_replace(EditLine *editor, const wchar_t *text, int cursor) {
  const LineInfoW *line = el_wline(editor);
  int count = (int)(line->lastchar - line->buffer);
  el_cursor(editor, (int)(line->lastchar - line->cursor));
  el_deletestr(editor, count);
  if (text[0] != L'\0' && el_winsertstr(editor, text) != 0) {
    return 0;
  }
  el_cursor(editor, cursor - (int)wcslen(text));
  return 1;
}

static int set_lines(EditLine *editor, long count) {
  char text[24];
  snprintf(text, sizeof text, "%ld", count);
  return el_set(editor, EL_SETTC, "li", text, NULL);
}

int moonshell_editor_lacks_rows(EditLine *editor, int indent) {
  return moonshell_editor_rows(editor, indent) >= lines(editor);
}

void moonshell_editor_add_rows(EditLine *editor, int indent) {
  long rows = moonshell_editor_rows(editor, indent);
  rows += rows / 2 + 64;
  if (rows <= MOST_CELLS / columns(editor)) {
    set_lines(editor, rows);
  } else {
    // Its picture would cost more than it is worth: the last rows are shown, painted anew before each key.
    el_resize(editor);
  }
}

size_t moonshell_editor_reserve(EditLine *editor, size_t length, size_t capacity) {
  wchar_t *text = length < capacity ? NULL : malloc((length + 1) * sizeof *text);
  if (text == NULL) {
    return capacity;
  }
  wmemset(text, L' ', length);
  text[length] = L'\0';
  int done = el_wreplacestr(editor, text) == 0;
  free(text);
  return done ? length + 1 : capacity;
}

void moonshell_editor_keep_cursor(EditLine *editor) {
  const LineInfoW *line = el_wline(editor);
  if (line->cursor < line->buffer) {
    el_cursor(editor, (int)(line->buffer - line->cursor));
  }
}
