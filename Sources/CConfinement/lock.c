// Going in: what is forgotten, what is limited, and the order in which the doors are locked.

#ifdef __linux__

#include "internal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static bool is_locked = false;

bool confinement_is_inside(void) { return is_locked; }

/// What output needs: how to draw, in which language, at which time.
static bool is_kept(const char *variable) {
  static const char *const kept[] = {"TERM=",     "LANG=",    "LC_ALL=", "LC_CTYPE=",  "TZ=",
                                     "NO_COLOR=", "COLUMNS=", "LINES=",  "COLORTERM=", "MOONSHELL_PROMPT_MARK="};
  for (size_t index = 0; index < sizeof kept / sizeof *kept; index++) {
    if (strncmp(variable, kept[index], strlen(kept[index])) == 0) return true;
  }
  return false;
}

void confinement_forget_environment(void) {
  char **next = environ;
  for (char **each = environ; each && *each; each++) {
    if (is_kept(*each)) *next++ = *each;
    // The text stays on the stack, where a broken interpreter could read it.
    else memset(*each, 0, strlen(*each));
  }
  if (next) *next = NULL;
  // Without it, the time zone would be looked for in a file again.
  setenv("TZ", ":/etc/localtime", 0);
  tzset();
}

static void limit(int resource, rlim_t value) {
  struct rlimit old;
  if (getrlimit(resource, &old) != 0) return;
  if (old.rlim_max != RLIM_INFINITY && old.rlim_max < value) value = old.rlim_max;
  struct rlimit new = {value, value};
  setrlimit(resource, &new);
}

/// The bytes of address space that this process has already.
static size_t mapped(void) {
  struct rusage usage;
  // Libraries map much more than they touch.
  size_t touched = getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * 1024 : 0;
  return touched + ((size_t)256 << 20);
}

static void limit_resources(const confinement_plan *plan) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 64);
  // An outer wall: what scripts use is counted, and refused long before.
  if (plan->memory < SIZE_MAX / 8) limit(RLIMIT_AS, (rlim_t)(plan->memory * 4 + mapped()));
}

/// Says which call was refused, and ends by the signal that refused it.
static void on_refused_call(int number, siginfo_t *info, void *context) {
  (void)context;
  confinement_tell(TELL_REFUSED_CALL, info->si_syscall);
  signal(number, SIG_DFL);
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
}

static void watch_refused_calls(void) {
  struct sigaction action = {0};
  action.sa_sigaction = on_refused_call;
  // It must be able to end this even while it handles another signal.
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigaction(SIGSYS, &action, NULL);
}

/// Lets a crash end this at once: a reporter of crashes starts programs, and that would be taken for the cause.
static void crash_plainly(void) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) signal(crashes[index], SIG_DFL);
}

void confinement_close_others(void) {
  unsigned own = (unsigned)confinement_socket;
  if (own > 3) syscall(SYS_close_range, 3, own - 1, 0);
  syscall(SYS_close_range, own + 1, ~0U, 0);
}

int confinement_lock(const confinement_plan *plan) {
  confinement_begin_asking(plan);
  limit_resources(plan);
  crash_plainly();
  watch_refused_calls();
  if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  if (confinement_restrict_paths(plan) != 0) return -1;
  bool has_grants = plan->readable_count + plan->writable_count > 0;
  if (confinement_filter_calls(has_grants, plan->has_server) != 0) return -1;
  is_locked = true;
  return 0;
}

#endif
