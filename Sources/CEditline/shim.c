#define _XOPEN_SOURCE 700  // wcwidth

#include "CEditline.h"

EditLine *moonshell_editor_make(const char *program) { return el_init(program, stdin, stdout, stderr); }

void moonshell_editor_set_owner(EditLine *editor, void *owner) { el_set(editor, EL_CLIENTDATA, owner); }

void *moonshell_editor_owner(EditLine *editor) {
  void *owner = NULL;
  el_get(editor, EL_CLIENTDATA, &owner);
  return owner;
}

void moonshell_editor_set_prompt(EditLine *editor, char *(*prompt)(EditLine *), char escape) {
  el_set(editor, EL_PROMPT_ESC, prompt, escape);
}

void moonshell_editor_set_reader(EditLine *editor, el_rfunc_t read) { el_set(editor, EL_GETCFN, read); }

void moonshell_editor_add_function(
    EditLine *editor, const char *name, const char *help, unsigned char (*function)(EditLine *, wint_t)) {
  el_set(editor, EL_ADDFN, name, help, function);
}

void moonshell_editor_bind(EditLine *editor, const char *key, const char *command, int alternative) {
  el_set(editor, EL_BIND, key, command, NULL);
  if (alternative) {
    el_set(editor, EL_BIND, "-a", key, command, NULL);
  }
}

void moonshell_editor_bind_in_command_mode(EditLine *editor, const char *key, const char *command) {
  el_set(editor, EL_BIND, "-a", key, command, NULL);
}

void moonshell_editor_set_keys(EditLine *editor, const char *name) { el_set(editor, EL_EDITOR, name); }

int moonshell_editor_is_vi(EditLine *editor) {
  const char *name = NULL;
  return el_get(editor, EL_EDITOR, &name) == 0 && name != NULL && name[0] == 'v';
}

void moonshell_editor_prepare_terminal(EditLine *editor, int on) { el_set(editor, EL_PREP_TERM, on); }

void moonshell_editor_paint(EditLine *editor) { el_set(editor, EL_REFRESH); }

History *moonshell_recall_make(EditLine *editor, int size) {
  HistEvent event;
  History *recall = history_init();
  if (recall != NULL) {
    history(recall, &event, H_SETSIZE, size);
    el_set(editor, EL_HIST, history, recall);
  }
  return recall;
}

void moonshell_recall_add(History *recall, const char *entry) {
  HistEvent event;
  history(recall, &event, H_ENTER, entry);
}

int moonshell_cells(unsigned int character) { return wcwidth((wchar_t)character); }
