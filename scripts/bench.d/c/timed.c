// Runs a program and says what it took: a launcher small enough not to show in the figures.
//   timed REPORT PROGRAM [ARGUMENT…]
// writes `seconds kilobytes` (wall time of the process, its peak memory) to the file REPORT; exits as the program does.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  double began = now();
  pid_t child;
  if (posix_spawnp(&child, arguments[2], NULL, NULL, arguments + 2, environ) != 0) {
    fprintf(stderr, "%s: cannot be run\n", arguments[2]);
    return 127;
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) return 126;
  double seconds = now() - began;
  FILE *report = fopen(arguments[1], "w");
  if (!report) return 125;
  fprintf(report, "%.6f %ld\n", seconds, usage.ru_maxrss);
  fclose(report);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
