#define _XOPEN_SOURCE 700  // wcwidth

#include <limits.h>
#include <stdlib.h>
#include <wchar.h>

#include "CEditline.h"

// The most that libedit writes behind the text without asking for room: a question ("\n: ") and its answer.
enum { UNASKED = 1024 };

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

// Whether the last line may be a question that libedit asks below the text: its search, M-x, or vi's / and ?.
//
// Its answer is read with pointers into the text at hand, so that the text must not move.
static int may_ask(const LineInfoW *line) {
  static const wchar_t *const questions[] = {L"bck", L"fwd", L": ", L"/", L"?"};
  const wchar_t *last = line->lastchar;
  while (last > line->buffer && last[-1] != L'\n') {
    last--;
  }
  for (size_t i = 0; last > line->buffer && i < sizeof questions / sizeof *questions; i++) {
    size_t length = wcslen(questions[i]);
    if ((size_t)(line->lastchar - last) >= length && wmemcmp(last, questions[i], length) == 0) {
      return 1;
    }
  }
  return 0;
}

// Inserting and deleting would do as well, but leave their marks in the undo and the yank of vi.
static int grow(EditLine *editor, size_t length, size_t room) {
  wchar_t *text = malloc((length + room + 1) * sizeof *text);
  if (text == NULL) {
    return 0;
  }
  wmemcpy(text, el_wline(editor)->buffer, length);
  wmemset(text + length, L' ', room);
  text[length + room] = L'\0';
  int done = el_wreplacestr(editor, text) == 0;
  text[length] = L'\0';
  done = done && (length == 0 || el_wreplacestr(editor, text) == 0);
  free(text);
  return done;
}

size_t moonshell_editor_reserve(EditLine *editor, size_t length, size_t capacity) {
  size_t wanted = length + UNASKED;
  return wanted <= capacity || !grow(editor, 0, wanted) ? capacity : wanted;
}

size_t moonshell_editor_keep_room(EditLine *editor, size_t capacity) {
  const LineInfoW *line = el_wline(editor);
  // vi's `$` goes to the last character, of an empty line too: what is inserted there goes before the text.
  if (line->cursor < line->buffer) {
    el_cursor(editor, (int)(line->buffer - line->cursor));
  }
  size_t length = (size_t)(line->lastchar - line->buffer);
  if (length == 0 || length + UNASKED <= capacity || may_ask(line)) {
    return capacity;
  }
  size_t room = length + UNASKED;
  return grow(editor, length, room) ? length + room : capacity;
}
