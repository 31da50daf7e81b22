// The timer of an entry's own thread, and where its stack ends, as Darwin has them. Written, and not run yet.
//
// There are no timers of one thread there: the one of the process goes off, and any thread that hears it tells the one.

#ifdef __APPLE__

#include "timer.h"

#include <sys/time.h>

/// The host whose entry is the innermost; those around it follow by `outer`.
static slua_host *volatile innermost = NULL;

static void handle_timer(int number) {
  slua_host *host = innermost;
  if (!host) return;
  if (!pthread_equal(pthread_self(), host->thread)) {
    pthread_kill(host->thread, number);
    return;
  }
  for (; host; host = host->timer.outer) slua_tick(host);
}

static void choose_signal(void) {
  struct sigaction action = {0};
  action.sa_handler = handle_timer;
  // Without SA_RESTART: a script that waits in `io.read` is to be stopped as well.
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, NULL);
}

/// Sets the timer of the process: once after so many nanoseconds (0 for never), then at intervals.
static bool arm(long long first) {
  struct itimerval times = {{0, first > 0 ? SLUA_REPEAT / 1000 : 0}, {0, 0}};
  if (first > 0) {
    times.it_value.tv_sec = (time_t)(first / 1000000000LL);
    times.it_value.tv_usec = (suseconds_t)(first % 1000000000LL / 1000);
    if (times.it_value.tv_sec == 0 && times.it_value.tv_usec == 0) times.it_value.tv_usec = 1;
  }
  return setitimer(ITIMER_REAL, &times, NULL) == 0;
}

/// Waits for the earliest deadline of all entries under way.
static bool await_earliest(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  long long earliest = 0;
  for (slua_host *host = innermost; host; host = host->timer.outer) {
    if (!host->has_deadline) continue;
    long long left =
        (host->deadline.tv_sec - now.tv_sec) * 1000000000LL + (host->deadline.tv_nsec - now.tv_nsec);
    if (left < 1) left = 1;
    if (earliest == 0 || left < earliest) earliest = left;
  }
  return arm(earliest);
}

void slua_timer_begin(slua_host *host) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, choose_signal);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  host->timer.outer = innermost;
  innermost = host;
  host->has_timer = 1;
  pthread_sigmask(SIG_UNBLOCK, &set, &host->outer_mask);
}

void slua_timer_end(slua_host *host) {
  if (host->has_timer) innermost = host->timer.outer;
  host->has_timer = 0;
  await_earliest();
  pthread_sigmask(SIG_SETMASK, &host->outer_mask, NULL);
}

void slua_timer_close(slua_host *host) { (void)host; }

void slua_repeat_timer(slua_host *host, bool now) {
  if (host->has_timer) arm(now ? 1000 : SLUA_REPEAT);
}

bool slua_timer_await(slua_host *host) {
  (void)host;
  return await_earliest();
}

char *slua_stack_end(pthread_t thread) {
  size_t size = pthread_get_stacksize_np(thread);
  // The address that is said is that of the top.
  char *top = pthread_get_stackaddr_np(thread);
  return size > 2 * SLUA_STACK_RESERVE ? top - size : NULL;
}

#endif
