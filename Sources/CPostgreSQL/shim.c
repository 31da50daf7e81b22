#define _GNU_SOURCE
#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>

#ifdef __APPLE__
#include <xlocale.h>
static const char *const names[] = {"libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
                                    "/usr/local/opt/libpq/lib/libpq.5.dylib"};
#else
static const char *const names[] = {"libpq.so.5"};
#endif

#define CPQ_FUNCTION(result, name, original, parameters, arguments) static result(*p_##name) parameters;
#define CPQ_ACTION(name, original, parameters, arguments) static void(*p_##name) parameters;
#include "functions.h"
#undef CPQ_FUNCTION
#undef CPQ_ACTION

#define CPQ_FUNCTION(result, name, original, parameters, arguments) \
  result name parameters { return p_##name arguments; }
#define CPQ_ACTION(name, original, parameters, arguments) \
  void name parameters { p_##name arguments; }
#include "functions.h"
#undef CPQ_FUNCTION
#undef CPQ_ACTION

static void *library;

const char *cpq_load(void) {
  if (library) return NULL;
  void *found = NULL;
  // A missing name further back in the list says less than the first.
  const char *reason = NULL;
  for (size_t i = 0; !found && i < sizeof names / sizeof *names; i++) {
    found = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!found && !reason) reason = "libpq is not installed";
  }
  if (!found) return reason;
#define CPQ_FUNCTION(result, name, original, parameters, arguments) \
  if (!(*(void **)&p_##name = dlsym(found, #original))) return "libpq is older than version 14: it has no " #original;
#define CPQ_ACTION(name, original, parameters, arguments) CPQ_FUNCTION(void, name, original, parameters, arguments)
#include "functions.h"
#undef CPQ_FUNCTION
#undef CPQ_ACTION
  library = found;
  return NULL;
}

static void ignore(void *context, const cpq_result *notice) {
  (void)context;
  (void)notice;
}

void cpq_silence(cpq_connection *connection) { cpq_set_notice_receiver(connection, ignore, NULL); }

double cpq_real(const char *text) {
  static locale_t plain;
  if (!plain) plain = newlocale(LC_ALL_MASK, "C", NULL);
  return plain ? strtod_l(text, NULL, plain) : strtod(text, NULL);
}

int cpq_poll(int socket, int for_writing, int milliseconds) {
  struct pollfd request = {.fd = socket, .events = for_writing ? POLLIN | POLLOUT : POLLIN};
  return poll(&request, 1, milliseconds);
}
