#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <histedit.h>
#include <stdio.h>

#include "signals.h"

/// Makes an editor on the standard streams. Swift 6 refuses the C globals `stdin`, `stdout` and `stderr`.
EditLine *moonshell_editor_make(const char *program);

/// Sets what the callbacks find with `moonshell_editor_owner`. `el_set` is variadic, which Swift cannot call.
void moonshell_editor_set_owner(EditLine *editor, void *owner);

/// What `moonshell_editor_set_owner` was given. `el_get` is variadic.
void *moonshell_editor_owner(EditLine *editor);

/// Sets the function that gives the prompt; `escape` surrounds what takes no room. `el_set` is variadic.
void moonshell_editor_set_prompt(EditLine *editor, char *(*prompt)(EditLine *), char escape);

/// Sets the function that reads one character: 1 read, 0 end, -1 error. `el_set` is variadic.
void moonshell_editor_set_reader(EditLine *editor, el_rfunc_t read);

/// Adds a named editing function that keys can be bound to. `el_set` is variadic.
void moonshell_editor_add_function(
    EditLine *editor, const char *name, const char *help, unsigned char (*function)(EditLine *, wint_t));

/// Binds a key to a command, in the alternative (vi command) map too if asked. `el_set` is variadic.
void moonshell_editor_bind(EditLine *editor, const char *key, const char *command, int alternative);

/// Binds a key in the other map only: that in which the keys of vi are commands.
void moonshell_editor_bind_in_command_mode(EditLine *editor, const char *key, const char *command);

/// Chooses "emacs" or "vi" keys. `el_set` is variadic.
void moonshell_editor_set_keys(EditLine *editor, const char *name);

/// Whether the keys are those of vi (an `.editrc` may say so). `el_get` is variadic.
int moonshell_editor_is_vi(EditLine *editor);

/// Switches the terminal to editing (1) or back to ordinary lines (0). `el_set` is variadic.
void moonshell_editor_prepare_terminal(EditLine *editor, int on);

/// Paints prompt and text anew from where the cursor stands. `el_set` is variadic.
void moonshell_editor_paint(EditLine *editor);

/// Prepares for `moonshell_editor_hide` while files can be opened.
void moonshell_editor_open_sink(void);

/// Lets libedit paint where nothing is seen: the screen is painted by others from now on.
int moonshell_editor_hide(EditLine *editor);

/// Puts a text in place of the line; `text` ends with 0.
int moonshell_editor_replace(EditLine *editor, const wchar_t *text, int cursor);

/// The rows that the text takes at most, behind a prompt of `indent` cells.
long moonshell_editor_rows(EditLine *editor, int indent);

/// Whether the text, behind a prompt of `indent` cells, may fill all the rows that libedit believes to have.
///
/// From there on it loses count of them, and writes behind its picture of the screen when more is typed.
int moonshell_editor_lacks_rows(EditLine *editor, int indent);

/// Makes libedit believe in more rows than the text needs, until it asks the terminal again; paint afterwards.
void moonshell_editor_add_rows(EditLine *editor, int indent);

/// Gives the next line room for `length` characters; not while a line is read.
///
/// A search remembers places in the line: it may find no entry for which the line has to move in memory.
///
/// `capacity` is the room that there is, which a line never gives back. Returns the room that there is afterwards.
size_t moonshell_editor_reserve(EditLine *editor, size_t length, size_t capacity);

/// Keeps the cursor in the line: vi's `$` goes to the last character of an empty line too, before its beginning.
void moonshell_editor_keep_cursor(EditLine *editor);

/// Makes a list of `size` entries that the editor walks with Up, Down and Ctrl-R. `history` is variadic.
History *moonshell_recall_make(EditLine *editor, int size);

/// Adds the newest entry. `history` is variadic.
void moonshell_recall_add(History *recall, const char *entry);

/// The cells of a character on the screen, as libedit counts them. Glibc's module hides `wcwidth` from Swift.
int moonshell_cells(unsigned int character);

#endif
