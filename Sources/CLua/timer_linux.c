// The timer of an entry's own thread, and where its stack ends, as Linux has them.

#ifdef __linux__

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "timer.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

// Older headers know the field only by its place.
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/// A limit of the stack up to which the kernel leaves that much room below it, whatever else is mapped.
#define STACK_ROOM ((rlim_t)64 * 1024 * 1024)

/// The real-time signal that has no other handler, or 0.
static int timer_signal = 0;

static void set(slua_host *host, int flags, struct itimerspec times) {
  timer_settime(host->timer.timer, flags, &times, NULL);
}

static void stop(slua_host *host) {
  host->timer.is_set = 0;
  set(host, 0, (struct itimerspec){0});
}

static void handle_timer(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)context;
  if (info->si_code != SI_TIMER) return;
  slua_host *host = info->si_value.sival_ptr;
  // Another thread may have set it when the entry was just over.
  if (host->has_timer) {
    slua_tick(host);
  } else {
    stop(host);
  }
}

/// Takes the first real-time signal that has its default action.
static void choose_signal(void) {
  for (int number = SIGRTMIN + 2; number <= SIGRTMAX; number++) {
    struct sigaction old;
    if (sigaction(number, NULL, &old) != 0 || old.sa_handler != SIG_DFL) continue;
    struct sigaction action = {0};
    action.sa_sigaction = handle_timer;
    // Without SA_RESTART: a script that waits in `io.read` is to be stopped as well.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, &action, NULL) == 0) {
      timer_signal = number;
      return;
    }
  }
}

/// Lets this thread get the timer's signal; threads of a pool block every signal.
static void unblock_signal(slua_host *host) {
  sigset_t set;
  sigemptyset(&set);
  if (timer_signal) sigaddset(&set, timer_signal);
  pthread_sigmask(SIG_UNBLOCK, &set, &host->outer_mask);
}

/// To make a timer and to take it away costs more than a short entry does.
static void make_timer(slua_host *host, pid_t thread) {
  slua_timer_close(host);
  struct sigevent event = {0};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = timer_signal;
  event.sigev_notify_thread_id = thread;
  event.sigev_value.sival_ptr = host;
  host->timer.exists = timer_create(CLOCK_MONOTONIC, &event, &host->timer.timer) == 0;
  host->timer.thread = thread;
}

void slua_timer_begin(slua_host *host) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, choose_signal);
  unblock_signal(host);
  if (!timer_signal) return;
  pid_t thread = gettid();
  if (!host->timer.exists || host->timer.thread != thread) make_timer(host, thread);
  host->has_timer = host->timer.exists;
}

/// A signal that is still pending is delivered before this returns, while the host is alive.
void slua_timer_end(slua_host *host) {
  host->has_timer = 0;
  if (host->timer.is_set) stop(host);
  pthread_sigmask(SIG_SETMASK, &host->outer_mask, NULL);
}

void slua_timer_close(slua_host *host) {
  if (host->timer.exists) timer_delete(host->timer.timer);
  host->timer.exists = false;
  host->timer.is_set = 0;
}

void slua_repeat_timer(slua_host *host, bool now) {
  if (!host->has_timer) return;
  host->timer.is_set = 1;
  set(host, 0, (struct itimerspec){{0, SLUA_REPEAT}, {0, now ? 1 : SLUA_REPEAT}});
}

bool slua_timer_await(slua_host *host) {
  struct itimerspec times = {{0, SLUA_REPEAT}, host->deadline};
  host->timer.is_set = 1;
  return timer_settime(host->timer.timer, TIMER_ABSTIME, &times, NULL) == 0;
}

/// The lowest address that the stack of the first thread may reach, or NULL where that is not known.
///
/// The kernel puts the name of the program at the very top of that stack. `pthread_getattr_np` finds the end in
/// /proc/self/maps, which takes a thirtieth of the time that the shortest script takes.
static char *first_stack_end(void) {
  struct rlimit limit;
  const char *name = (const char *)getauxval(AT_EXECFN);
  if (getpid() != gettid() || !name || getrlimit(RLIMIT_STACK, &limit) != 0) return NULL;
  if (limit.rlim_cur <= 2 * SLUA_STACK_RESERVE || limit.rlim_cur > STACK_ROOM) return NULL;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  // Behind the name there is one more word.
  uintptr_t top = ((uintptr_t)name + strlen(name) + 1 + sizeof(void *) + page - 1) & ~(page - 1);
  uintptr_t end = top - (uintptr_t)limit.rlim_cur;
  uintptr_t here = (uintptr_t)&limit;
  return here < top && here > end ? (char *)end : NULL;
}

char *slua_stack_end(pthread_t thread) {
  char *end = first_stack_end();
  if (end) return end;
  pthread_attr_t attributes;
  if (pthread_getattr_np(thread, &attributes) != 0) return NULL;
  void *lowest = NULL;
  size_t size = 0;
  bool is_known = pthread_attr_getstack(&attributes, &lowest, &size) == 0 && size > 2 * SLUA_STACK_RESERVE;
  pthread_attr_destroy(&attributes);
  return is_known ? lowest : NULL;
}

#endif
