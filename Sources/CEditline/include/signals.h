#ifndef CEDITLINE_SIGNALS_H
#define CEDITLINE_SIGNALS_H

// Everything here is C because a signal handler may only do what is async-signal-safe, which no Swift code promises.

/// What a signal has asked of the prompt, as bits of `moonshell_signals_take`.
enum {
  MOONSHELL_EVENT_INTERRUPT = 1,
  MOONSHELL_EVENT_RESIZE = 2,
  MOONSHELL_EVENT_SUSPEND = 4,
  MOONSHELL_EVENT_CONTINUE = 8,
  // An interrupt right behind another one: of the same press, mostly.
  MOONSHELL_EVENT_REPEATED_INTERRUPT = 16,
};

/// Where the program is, which decides what a signal means.
enum {
  MOONSHELL_IDLE = 0,
  MOONSHELL_AT_PROMPT = 1,
  MOONSHELL_AT_WORK = 2,
};

/// Installs the handlers and remembers the terminal's settings. Signals that the parent ignores stay ignored.
void moonshell_signals_install(int interactive);

/// Says what ends the work that runs; it must be async-signal-safe.
void moonshell_signals_on_interrupt(void (*function)(void *), void *context);

/// Says where the program is, and answers where it was. At the prompt, the keys for suspension are handled too.
int moonshell_signals_set_place(int place);

/// Takes the events that have come since the last call.
int moonshell_signals_take(void);

/// Whether an event has come that was not taken yet.
int moonshell_signals_pending(void);

/// Gives the event back: the next caller takes it.
void moonshell_signals_put_back(int events);

/// Says what is written to standard error once work has taken a second of the processor; NULL or "" for nothing.
///
/// A second of the processor, and not of the clock: work that waits for a person or another program says nothing.
/// Where it can be `erased`, it has no line end, and goes before anything else is written.
void moonshell_signals_note_long_work(const char *note, int erased);

/// Erases that note, if it stands there.
void moonshell_signals_erase_note(void);

/// Says whether something else tells of long work, so that the note is not needed.
void moonshell_signals_show_progress(int on);

/// Whether an interrupt came during work and the work has not ended since; forgets it if asked.
int moonshell_signals_interrupted(int forget);

/// The signal that asked the program to end while it was at the prompt, or 0.
int moonshell_signals_termination(void);

/// A descriptor that becomes readable when a signal has come, so that no wait can miss one.
int moonshell_signals_descriptor(void);

/// Stops this process as Ctrl-Z does, and returns when it is continued.
void moonshell_signals_stop(void);

/// Puts the terminal back and ends this process by the signal's default action.
void moonshell_signals_die(int signal) __attribute__((noreturn));

/// Switches bracketed paste; a signal that ends the program switches it off.
void moonshell_terminal_set_paste(int on);

#endif
