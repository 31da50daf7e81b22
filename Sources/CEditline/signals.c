#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static atomic_int place = MOONSHELL_IDLE;
static atomic_int events = 0;
static atomic_int unanswered = 0;
static atomic_int termination = 0;
static atomic_int paste = 0;
static atomic_llong last_interrupt = 0;
static atomic_llong last_press = 0;
static atomic_int is_interactive = 0;
static _Atomic(void *) interrupt_context = NULL;
static _Atomic(void (*)(void *)) interrupt_function = NULL;

static char long_note[128];
static atomic_int erases_note = 0;
static atomic_int is_note_shown = 0;
static atomic_int is_progress_shown = 0;

static int wake_pipe[2] = {-1, -1};
static int has_settings = 0;
static struct termios settings;
static int handles_suspension = 0;

static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";

static void emit(const char *text, size_t length) {
  ssize_t written = write(STDOUT_FILENO, text, length);
  (void)written;  // A terminal that is gone needs no setting.
}

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void wake(int event) {
  atomic_fetch_or(&events, event);
  if (wake_pipe[1] >= 0) {
    ssize_t written = write(wake_pipe[1], "!", 1);
    (void)written;  // A full pipe wakes as well.
  }
}

// Only the foreground may set the terminal: anyone else would disturb the program that has it now.
static void restore_terminal(void) {
  if (!has_settings || tcgetpgrp(STDIN_FILENO) != getpgrp()) {
    return;
  }
  if (atomic_exchange(&paste, 0)) {
    emit(paste_off, sizeof paste_off - 1);
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
}

static void set_action(int signal, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

static void set_blocked(int signal, int blocked) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void moonshell_signals_die(int signal) {
  restore_terminal();
  set_action(signal, SIG_DFL, 0);
  set_blocked(signal, 0);
  raise(signal);
  _exit(128 + signal);
}

// What ends stuck work is a second press of a person. A terminal and a parent may send two signals for one press.
static void interrupt_work(void) {
  long long now = milliseconds();
  long long since = now - atomic_load(&last_interrupt);
  int was_unanswered = atomic_exchange(&unanswered, 1);
  // A key that is held or bounces, and a terminal and a parent that both send the signal, mean one interruption.
  if (was_unanswered && since < 150) {
    return;
  }
  int is_second = was_unanswered && since < 1000;
  void (*function)(void *) = atomic_load(&interrupt_function);
  if (is_second || (function == NULL && !atomic_load(&is_interactive))) {
    moonshell_signals_die(SIGINT);
  }
  atomic_store(&last_interrupt, now);
  if (function != NULL) {
    function(atomic_load(&interrupt_context));
  }
}

static void on_interrupt(int signal) {
  int saved = errno;
  int now = atomic_load(&place);
  long long time = milliseconds();
  int is_repeated = time - atomic_exchange(&last_press, time) < 150;
  if (now == MOONSHELL_AT_WORK) {
    interrupt_work();
  } else if (now == MOONSHELL_IDLE && !atomic_load(&is_interactive)) {
    moonshell_signals_die(signal);
  } else {
    // What follows so soon is the same press: it drops what was typed, and no line that is empty.
    wake(is_repeated ? MOONSHELL_EVENT_REPEATED_INTERRUPT : MOONSHELL_EVENT_INTERRUPT);
  }
  errno = saved;
}

// At the prompt the program first cleans up; a second request does not wait for that.
static void on_termination(int signal) {
  int saved = errno;
  if (atomic_load(&place) != MOONSHELL_AT_PROMPT || atomic_exchange(&termination, signal) != 0) {
    moonshell_signals_die(signal);
  }
  wake(0);
  errno = saved;
}

static void on_event(int signal) {
  int saved = errno;
  wake(signal == SIGWINCH ? MOONSHELL_EVENT_RESIZE
       : signal == SIGTSTP ? MOONSHELL_EVENT_SUSPEND
                           : MOONSHELL_EVENT_CONTINUE);
  errno = saved;
}

// A handler that does nothing, and not SIG_IGN: children would inherit that, and `yes | head` would never end.
static void on_failed_write(int signal) { (void)signal; }

static void on_long_work(int signal) {
  (void)signal;
  int saved = errno;
  int is_told = atomic_load(&is_progress_shown);
  if (!is_told && atomic_load(&place) == MOONSHELL_AT_WORK && tcgetpgrp(STDIN_FILENO) == getpgrp()) {
    ssize_t written = write(STDERR_FILENO, long_note, strlen(long_note));
    (void)written;
    atomic_store(&is_note_shown, atomic_load(&erases_note));
  }
  errno = saved;
}

// Counts the processor's time from now on, or no longer.
static void time_work(int on) {
  if (long_note[0] == 0) {
    return;
  }
  struct itimerval timer;
  memset(&timer, 0, sizeof timer);
  timer.it_value.tv_sec = on ? 1 : 0;
  setitimer(ITIMER_PROF, &timer, NULL);
}

static int is_ignored(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static void install(int signal, void (*handler)(int), int flags) {
  if (!is_ignored(signal)) {
    set_action(signal, handler, flags);
  }
}

void moonshell_signals_erase_note(void) {
  static const char erase[] = "\r\033[K";
  if (atomic_load(&is_note_shown) && atomic_exchange(&is_note_shown, 0)) {
    ssize_t written = write(STDERR_FILENO, erase, sizeof erase - 1);
    (void)written;
  }
}

void moonshell_signals_show_progress(int on) {
  atomic_store(&is_progress_shown, on);
  moonshell_signals_erase_note();
}

void moonshell_signals_note_long_work(const char *note, int erased) {
  atomic_store(&erases_note, erased);
  long_note[0] = 0;
  if (note == NULL || strlen(note) >= sizeof long_note) {
    return;
  }
  strcpy(long_note, note);
  install(SIGPROF, on_long_work, SA_RESTART);
}

static void make_wake_pipe(void) {
  if (wake_pipe[0] >= 0 || pipe(wake_pipe) != 0) {
    return;
  }
  for (int end = 0; end < 2; end++) {
    fcntl(wake_pipe[end], F_SETFD, FD_CLOEXEC);
    fcntl(wake_pipe[end], F_SETFL, O_NONBLOCK);
  }
}

void moonshell_signals_install(int interactive) {
  atomic_store(&is_interactive, interactive);
  make_wake_pipe();
  // No SA_RESTART: a script that waits in `io.read` must notice. A person's key counts whatever the parent ignores.
  if (interactive) {
    set_action(SIGINT, on_interrupt, 0);
  } else {
    install(SIGINT, on_interrupt, 0);
  }
  // A file that may not grow is told of by the write itself.
  install(SIGXFSZ, on_failed_write, SA_RESTART);
  if (interactive) {
    has_settings = tcgetattr(STDIN_FILENO, &settings) == 0;
    handles_suspension = !is_ignored(SIGTSTP);
    install(SIGTERM, on_termination, SA_RESTART);
    install(SIGHUP, on_termination, SA_RESTART);
    install(SIGQUIT, on_termination, SA_RESTART);
    install(SIGWINCH, on_event, SA_RESTART);
    set_action(SIGPIPE, on_failed_write, SA_RESTART);
  } else {
    set_action(SIGPIPE, SIG_DFL, 0);
  }
}

void moonshell_signals_on_interrupt(void (*function)(void *), void *context) {
  atomic_store(&interrupt_function, NULL);
  atomic_store(&interrupt_context, context);
  atomic_store(&interrupt_function, function);
}

int moonshell_signals_set_place(int new_place) {
  int old_place = atomic_exchange(&place, new_place);
  int was_at_prompt = old_place == MOONSHELL_AT_PROMPT;
  int is_at_prompt = new_place == MOONSHELL_AT_PROMPT;
  if (handles_suspension && was_at_prompt != is_at_prompt) {
    set_action(SIGTSTP, is_at_prompt ? on_event : SIG_DFL, 0);
    set_action(SIGCONT, is_at_prompt ? on_event : SIG_DFL, SA_RESTART);
  }
  if (old_place == MOONSHELL_AT_WORK || new_place == MOONSHELL_AT_WORK) {
    atomic_store(&unanswered, 0);
    if (old_place != new_place) {
      time_work(new_place == MOONSHELL_AT_WORK);
    }
  }
  return old_place;
}

int moonshell_signals_take(void) {
  char bytes[64];
  while (wake_pipe[0] >= 0 && read(wake_pipe[0], bytes, sizeof bytes) > 0) {
  }
  return atomic_exchange(&events, 0);
}

int moonshell_signals_pending(void) { return atomic_load(&events) != 0; }

void moonshell_signals_put_back(int given) { wake(given); }

int moonshell_signals_interrupted(int forget) {
  return forget ? atomic_exchange(&unanswered, 0) : atomic_load(&unanswered);
}

int moonshell_signals_termination(void) { return atomic_load(&termination); }

int moonshell_signals_descriptor(void) { return wake_pipe[0]; }

void moonshell_signals_stop(void) {
  set_action(SIGTSTP, SIG_DFL, 0);
  raise(SIGTSTP);
  set_action(SIGTSTP, on_event, 0);
}

void moonshell_terminal_set_paste(int on) {
  if (on) {
    atomic_store(&paste, 1);
    emit(paste_on, sizeof paste_on - 1);
  } else if (atomic_exchange(&paste, 0)) {
    emit(paste_off, sizeof paste_off - 1);
  }
}
