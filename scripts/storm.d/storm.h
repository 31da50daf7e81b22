// What the storms in C share: dice, rounds until the time is up, and how a finding is said.
#ifndef STORM_H
#define STORM_H

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sanitizer/common_interface_defs.h>

/// SplitMix64, as in TestSupport: the same numbers for the same seed.
typedef struct dice {
  uint64_t state;
} dice;

static inline uint64_t next_bits(dice *d) {
  d->state += 0x9E3779B97F4A7C15u;
  uint64_t bits = d->state;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
}

/// A number from 0 on, below `count`.
static inline int roll(dice *d, int count) { return (int)(next_bits(d) % (uint64_t)count); }

/// One of the texts of a list that is an array.
#define PICK(d, list) ((list)[roll((d), (int)(sizeof(list) / sizeof *(list)))])

/// A text that grows within a fixed room; what has no room is left out.
typedef struct text {
  char bytes[8192];
  size_t length;
} text;

__attribute__((format(printf, 2, 3))) static inline void add(text *t, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t room = sizeof t->bytes - t->length;
  int length = vsnprintf(t->bytes + t->length, room, format, arguments);
  va_end(arguments);
  if (length > 0 && (size_t)length < room) t->length += (size_t)length;
  t->bytes[t->length] = 0;
}

/// The seed of the round under way, and what it works on, for the report.
static uint64_t storm_round;
static const char *storm_input;

/// Says how to see it again; called for every end that is a finding.
static inline void storm_report(void) {
  fprintf(stderr, "\nto see it again: --seed %llu --rounds 1\n", (unsigned long long)storm_round);
  if (storm_input) fprintf(stderr, "input: %s\n", storm_input);
}

__attribute__((format(printf, 1, 2))) static inline _Noreturn void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  storm_report();
  _exit(1);
}

/// A round that takes so many seconds hangs.
#define LONGEST_ROUND 10

static void storm_alarm(int number) {
  (void)number;
  fail("a round takes more than %d seconds", LONGEST_ROUND);
}

static inline double storm_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// Runs rounds, each with a seed of its own, until the time is up: `--seconds S`, `--seed N`, `--rounds N`.
static inline int storm(int count, char **words, void (*round)(dice *)) {
  double seconds = 1;
  uint64_t seed = 1;
  long most = -1, done = 0;
  for (int i = 1; i + 1 < count; i += 2) {
    if (strcmp(words[i], "--seconds") == 0) seconds = atof(words[i + 1]);
    if (strcmp(words[i], "--seed") == 0) seed = strtoull(words[i + 1], NULL, 10);
    if (strcmp(words[i], "--rounds") == 0) most = atol(words[i + 1]);
  }
  __sanitizer_set_death_callback(storm_report);
  signal(SIGALRM, storm_alarm);
  double end = storm_now() + seconds;
  while (most < 0 ? storm_now() < end : done < most) {
    storm_round = seed + (uint64_t)done;
    dice d = {storm_round};
    // Neighbouring seeds are to differ from the first number on.
    d.state = next_bits(&d);
    alarm(LONGEST_ROUND);
    round(&d);
    storm_input = NULL;
    done++;
  }
  alarm(0);
  printf("%ld\n", done);
  return 0;
}

#endif
