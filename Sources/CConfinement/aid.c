// A process that stays outside of the walls for one thing that needs a connection of its own: ending a statement of a
// server, which the session that runs it cannot do.

#ifdef __linux__

#include "internal.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// How long the inside waits for it.
#define PATIENCE_MILLISECONDS 2000

static int aid = -1;

/// What is open here must not outlive the inside: the server would wait for it.
static void close_all_but(int kept) {
  if (kept > 0) syscall(SYS_close_range, 0, (unsigned)kept - 1, 0);
  syscall(SYS_close_range, (unsigned)kept + 1, ~0U, 0);
}

/// Waits to be asked until the other end is closed. What ends or stops the inside from a terminal is not meant for it.
static void serve_inside(int socket, void (*act)(void *), void *context) {
  static const int ignored[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGPIPE, SIGALRM};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index++) signal(ignored[index], SIG_IGN);
  prctl(PR_SET_DUMPABLE, 0);
  close_all_but(socket);
  char byte;
  while (read(socket, &byte, 1) == 1) {
    act(context);
    if (write(socket, &byte, 1) != 1) break;
  }
  _exit(0);
}

int confinement_leave_aid(void (*act)(void *), void *context) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  pid_t process = fork();
  if (process == 0) serve_inside(ends[1], act, context);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return -1;
  }
  aid = ends[0];
  return 0;
}

void confinement_call_aid(void) {
  char byte = 0;
  if (aid < 0 || send(aid, &byte, 1, MSG_NOSIGNAL) != 1) return;
  struct pollfd answer = {aid, POLLIN, 0};
  if (poll(&answer, 1, PATIENCE_MILLISECONDS) > 0 && read(aid, &byte, 1) == 1) return;
  // An answer that comes later would be taken for one to the next question.
  close(aid);
  aid = -1;
}

#endif
