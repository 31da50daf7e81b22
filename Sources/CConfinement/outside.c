// The outside: makes the inside, serves it, says why it died, and ends as it did.

#ifdef __linux__

#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/// How often Ctrl-C may stay without an answer, and within which time, before the inside is ended.
#define MOST_SIGNALS 3
#define WITHIN 2.0

/// What is left to an inside that ends by itself at its limit, its finalizers included.
#define GRACE 3.0

typedef struct {
  const confinement_plan *plan;
  confinement_files files;
  pid_t inside;
  int socket;
  double deadline;
  bool has_prompt, ran_too_long;
  int refused_call;
  int status;
  size_t memory;
} outside;

static volatile sig_atomic_t interrupts = 0, request = 0, is_for_inside = 0;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// MARK: Signals

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  if (number == SIGINT) interrupts++;
  // What a terminal sends, the inside gets as well; what a process sends, this one alone.
  if (number == SIGINT && info->si_code <= 0) is_for_inside = 1;
  if (number == SIGTERM || number == SIGHUP) request = number;
}

/// What this process waits for; what the terminal sends, the inside gets as well.
static void watch_signals(sigset_t *waiting) {
  static const int watched[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  sigset_t blocked;
  sigemptyset(&blocked);
  for (size_t index = 0; index < sizeof watched / sizeof *watched; index++) sigaddset(&blocked, watched[index]);
  sigprocmask(SIG_BLOCK, &blocked, waiting);
  for (size_t index = 0; index < sizeof watched / sizeof *watched; index++) {
    struct sigaction action = {0}, old;
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO;
    if (sigaction(watched[index], NULL, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    sigaction(watched[index], &action, NULL);
  }
  signal(SIGPIPE, SIG_IGN);
}

static _Noreturn void die_of(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  signal(number, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  _exit(128 + number);
}

// MARK: Serving

static void send_answer(int socket, const confinement_answer *answer, int file) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec part = {(void *)answer, sizeof *answer};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (file >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(header), &file, sizeof file);
  }
  // An inside that is gone, or that does not take its answers, needs none.
  if (sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return;
}

/// Takes one request; `read`, which takes no descriptors from the inside.
static void serve(outside *self) {
  confinement_request request;
  ssize_t count = read(self->socket, &request, sizeof request);
  if (count < 0 && errno == EINTR) return;
  if (count != (ssize_t)sizeof request) {
    close(self->socket);
    self->socket = -1;
  } else if (request.operation == TELL_PROMPT) {
    self->has_prompt = true;
    self->deadline = 0;
  } else if (request.operation == TELL_REFUSED_CALL) {
    self->refused_call = request.flags;
  } else {
    confinement_answer answer;
    int file = confinement_serve(&self->files, &request, &answer);
    send_answer(self->socket, &answer, file);
    if (file >= 0) close(file);
  }
}

// MARK: Waiting

/// Whether the inside has ended. One that is stopped, as by Ctrl-Z, stops the outside too, as the shell waits for that.
static bool has_ended(outside *self) {
  struct rusage usage;
  pid_t process = wait4(self->inside, &self->status, WNOHANG | WUNTRACED, &usage);
  if (process == 0 || (process < 0 && errno == EINTR)) return false;
  if (process == self->inside && WIFSTOPPED(self->status)) {
    raise(SIGSTOP);
    kill(self->inside, SIGCONT);
    return false;
  }
  self->memory = (size_t)usage.ru_maxrss * 1024;
  return true;
}

/// Ends an inside that does not answer Ctrl-C any more.
static void judge_interrupts(outside *self) {
  static int known = 0;
  static double since = 0;
  int count = interrupts;
  if (count == known) return;
  if (now() - since > WITHIN) {
    interrupts = count = 1;
    since = now();
  }
  known = count;
  if (count > MOST_SIGNALS) kill(self->inside, SIGKILL);
}

static void wait_for_end(outside *self, const sigset_t *waiting) {
  while (!has_ended(self)) {
    double left = self->deadline > 0 ? self->deadline - now() : 3600;
    if (left <= 0) {
      self->ran_too_long = true;
      kill(self->inside, SIGKILL);
      left = 1;
    }
    struct timespec time = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    struct pollfd file = {self->socket, POLLIN, 0};
    int count = ppoll(&file, self->socket >= 0 ? 1 : 0, &time, waiting);
    if (count > 0) serve(self);
    if (request) kill(self->inside, request);
    if (is_for_inside) {
      is_for_inside = 0;
      kill(self->inside, SIGINT);
    }
    judge_interrupts(self);
  }
}

// MARK: The end

static const char *size_words(size_t bytes, char *words, size_t size) {
  if (bytes >= ((size_t)1 << 20)) snprintf(words, size, "%zuM", bytes >> 20);
  else snprintf(words, size, "%zuK", bytes >> 10);
  return words;
}

/// Why the inside was ended, in a few words; NULL where it ended by itself.
static const char *cause(const outside *self, char *words, size_t size) {
  if (!WIFSIGNALED(self->status)) return NULL;
  int number = WTERMSIG(self->status);
  char limit[32];
  if (self->ran_too_long) {
    snprintf(words, size, "it ran longer than %g s", self->plan->seconds);
  } else if (number == SIGSYS) {
    const char *name = confinement_call_name(self->refused_call);
    snprintf(words, size, "it asked the system for what is not allowed%s%s%s", name ? " (" : "", name ? name : "",
             name ? ")" : "");
  } else if (number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT || number == SIGPIPE) {
    return NULL;
  } else if (self->plan->memory < SIZE_MAX / 8 && self->memory > self->plan->memory) {
    snprintf(words, size, "it used more than %s", size_words(self->plan->memory, limit, sizeof limit));
  } else if (number == SIGKILL) {
    snprintf(words, size, "it did not answer, or another program killed it");
  } else {
    snprintf(words, size, "it crashed (signal %d), a fault of the interpreter; what was committed is unharmed", number);
  }
  return words;
}

static void restore_terminal(const struct termios *settings, bool has_settings) {
  static const char plain[] = "\033[?2004l";
  if (!has_settings || tcgetpgrp(STDIN_FILENO) != getpgrp()) return;
  if (isatty(STDOUT_FILENO) && write(STDOUT_FILENO, plain, sizeof plain - 1) < 0) return;
  tcsetattr(STDIN_FILENO, TCSADRAIN, settings);
}

/// Serves one inside to its end; returns where there is to be another.
static void supervise(outside *self, const struct termios *settings, bool has_settings) {
  sigset_t waiting;
  watch_signals(&waiting);
  if (self->plan->seconds > 0) self->deadline = now() + self->plan->seconds + GRACE;
  wait_for_end(self, &waiting);
  if (self->socket >= 0) {
    // What it said last says why it died.
    struct pollfd file = {self->socket, POLLIN, 0};
    while (self->socket >= 0 && poll(&file, 1, 0) > 0) serve(self);
    if (self->socket >= 0) close(self->socket);
  }
  if (WIFEXITED(self->status)) _exit(WEXITSTATUS(self->status));
  restore_terminal(settings, has_settings);
  char words[160];
  const char *reason = cause(self, words, sizeof words);
  if (!reason) die_of(WTERMSIG(self->status));
  bool goes_on = self->plan->is_prompt && self->has_prompt;
  dprintf(STDERR_FILENO, goes_on ? "\nThe sandbox ended the session: %s.\n" : "moonshell: the sandbox ended the script: %s\n",
          reason);
  if (!goes_on) _exit(1);
  dprintf(STDERR_FILENO, "A new session: variables are gone, the data is not.\n");
  sigprocmask(SIG_SETMASK, &waiting, NULL);
}

static void become_inside(pid_t outside_process, int socket, int other) {
  close(other);
  confinement_socket = socket;
  // Nothing inside outlives the outside.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != outside_process) _exit(1);
}

/// Gives the signals back what they did before: the next inside inherits it.
typedef struct {
  struct sigaction actions[65];
} dispositions;

static void keep(dispositions *kept) {
  for (int number = 1; number <= 64; number++) sigaction(number, NULL, &kept->actions[number]);
}

static void give_back(const dispositions *kept) {
  for (int number = 1; number <= 64; number++) sigaction(number, &kept->actions[number], NULL);
}

int confinement_split(const confinement_plan *plan) {
  static outside self;
  static dispositions kept;
  struct termios settings;
  bool has_settings = tcgetattr(STDIN_FILENO, &settings) == 0;
  keep(&kept);
  for (int count = 0;; count++) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    memset(&self, 0, sizeof self);
    self.plan = plan;
    self.refused_call = -1;
    confinement_find_files(&self.files, plan);
    pid_t own = getpid();
    pid_t process = fork();
    if (process < 0) return -1;
    if (process == 0) {
      give_back(&kept);
      become_inside(own, ends[1], ends[0]);
      confinement_close_others();
      return count;
    }
    close(ends[1]);
    self.inside = process;
    self.socket = ends[0];
    interrupts = 0;
    supervise(&self, &settings, has_settings);
  }
}

#endif
