// `os.execute` and `io.popen`: what a script started ends with it, when its time is over or it is interrupted.

// For `pipe2`.
#define _GNU_SOURCE

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// How often what waits looks whether it must stop, and how long a program may take to end when it is asked to.
#define INTERVAL 20
#define PATIENCE 200

extern char **environ;

/// Whether a person sits at the terminal: Ctrl-C is for the program that runs there, and reaches it.
static bool is_at_terminal(void) { return tcgetpgrp(STDIN_FILENO) == getpgrp(); }

/// Starts a shell with a command; `from` takes the place of the descriptor `to`, unless it is negative.
static int start(lua_State *L, const char *command, bool has_group, int from, int to, pid_t *process) {
  char *arguments[] = {"sh", "-c", (char *)command, NULL};
  sigset_t defaults;
  sigemptyset(&defaults);
  const int signals[] = {SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP, SIGXFSZ};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaddset(&defaults, signals[index]);
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int code = posix_spawnattr_init(&attributes);
  if (code != 0) return code;
  code = posix_spawn_file_actions_init(&actions);
  if (code == 0) {
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &slua_host_of(L)->outer_mask);
    // A group of its own, so that what the shell has started can be ended as well.
    posix_spawnattr_setflags(&attributes, has_group ? flags | POSIX_SPAWN_SETPGROUP : flags);
    if (from >= 0) code = posix_spawn_file_actions_adddup2(&actions, from, to);
    if (code == 0) code = posix_spawn(process, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  posix_spawnattr_destroy(&attributes);
  return code;
}

/// Waits for so many milliseconds at most; whether the process has ended.
static bool has_ended(pid_t process, int descriptor, int milliseconds, int *status) {
  struct pollfd file = {descriptor, POLLIN, 0};
  pid_t ended = waitpid(process, status, WNOHANG);
  if (ended == 0) {
    // Without a descriptor this only sleeps; a signal wakes it as well.
    poll(descriptor >= 0 ? &file : NULL, descriptor >= 0 ? 1 : 0, descriptor >= 0 ? milliseconds : 2);
    ended = waitpid(process, status, WNOHANG);
  }
  if (ended < 0 && errno != EINTR) *status = -1;
  return ended == process || (ended < 0 && errno != EINTR);
}

static void end(pid_t process, bool has_group, int descriptor, int *status) {
  pid_t target = has_group ? -process : process;
  kill(target, SIGTERM);
  for (int waited = 0; waited < PATIENCE; waited += INTERVAL) {
    if (has_ended(process, descriptor, INTERVAL, status)) return;
  }
  kill(target, SIGKILL);
  while (!has_ended(process, descriptor, INTERVAL, status)) continue;
}

/// Waits for the end of a process, which comes at once when the script must stop.
static int wait_for(const slua_host *host, pid_t process, bool has_group) {
  int status = 0, descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  while (!has_ended(process, descriptor, INTERVAL, &status)) {
    if (!climits_must_stop(&host->limits)) continue;
    end(process, has_group, descriptor, &status);
    break;
  }
  if (descriptor >= 0) close(descriptor);
  return status;
}

static int execute(lua_State *L) {
  const char *command = luaL_optstring(L, 1, NULL);
  slua_host *host = slua_host_of(L);
  if (!command) {
    lua_pushboolean(L, access("/bin/sh", X_OK) == 0);
    return 1;
  }
  bool is_shared = is_at_terminal();
  struct sigaction ignored = {0}, interrupt, quit;
  ignored.sa_handler = SIG_IGN;
  if (is_shared) {
    sigaction(SIGINT, &ignored, &interrupt);
    sigaction(SIGQUIT, &ignored, &quit);
  }
  pid_t process = 0;
  int code = start(L, command, !is_shared, -1, -1, &process);
  int status = code == 0 ? wait_for(host, process, !is_shared) : -1;
  if (is_shared) {
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    // The key that ended the program was meant for the script, too.
    if (code == 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) slua_interrupt(host, SLUA_INTERRUPTED);
  }
  slua_poll(L, host);
  errno = code;
  return luaL_execresult(L, status);
}

/// The programs at the other end of a pipe: processes, or minus their groups; 0 is a free place.
#define PIPES 64
static volatile pid_t piped[PIPES];

/// How often they were asked to end since they are waited for.
static volatile sig_atomic_t requests = 0;

/// A read from a pipe ends when all that could write to it have ended. Async-signal-safe.
static void stop_programs(void) {
  int signal = requests < PATIENCE / INTERVAL ? SIGTERM : SIGKILL;
  for (int index = 0; index < PIPES; index++) {
    if (piped[index] == 0) continue;
    requests++;
    kill(piped[index], signal);
  }
}

static void replace_piped(pid_t old, pid_t new) {
  requests = 0;
  for (int index = 0; index < PIPES; index++) {
    if (piped[index] != old) continue;
    piped[index] = new;
    return;
  }
}

/// Closes what `io.popen` gave; its user value is the process, or minus its group.
static int close_program(lua_State *L) {
  luaL_Stream *stream = luaL_checkudata(L, 1, LUA_FILEHANDLE);
  lua_getiuservalue(L, 1, 1);
  pid_t process = (pid_t)lua_tointeger(L, -1);
  lua_pop(L, 1);
  // A program that writes to what is closed ends; one that reads finds the end.
  fclose(stream->f);
  if (process == 0) {
    errno = ECHILD;
    return luaL_execresult(L, -1);
  }
  replace_piped(process, 0);
  bool has_group = process < 0;
  int status = wait_for(slua_host_of(L), has_group ? -process : process, has_group);
  errno = 0;
  return luaL_execresult(L, status);
}

/// A pipe that programs which are started do not get by themselves.
static int closed_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  // Between the two calls no other thread starts a program: scripts run on one.
  if (pipe(ends) != 0) return -1;
  return fcntl(ends[0], F_SETFD, FD_CLOEXEC) | fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
}

static int open_program(lua_State *L) {
  const char *command = luaL_checkstring(L, 1);
  const char *mode = luaL_optstring(L, 2, "r");
  luaL_argcheck(L, strcmp(mode, "r") == 0 || strcmp(mode, "w") == 0, 2, "invalid mode");
  bool reads = mode[0] == 'r';
  luaL_Stream *stream = lua_newuserdatauv(L, sizeof *stream, 1);
  stream->closef = NULL;
  stream->f = NULL;
  luaL_setmetatable(L, LUA_FILEHANDLE);
  int ends[2];
  if (closed_pipe(ends) != 0) return luaL_fileresult(L, 0, command);
  int own = reads ? ends[0] : ends[1], other = reads ? ends[1] : ends[0];
  pid_t process = 0;
  fflush(NULL);
  // What draws on the terminal must be in its group.
  bool has_group = !is_at_terminal();
  int code = start(L, command, has_group, other, reads ? STDOUT_FILENO : STDIN_FILENO, &process);
  close(other);
  stream->f = code == 0 ? fdopen(own, mode) : NULL;
  if (!stream->f) {
    close(own);
    errno = code;
    return luaL_fileresult(L, 0, command);
  }
  replace_piped(0, has_group ? -process : process);
  slua_stop_programs = stop_programs;
  lua_pushinteger(L, has_group ? -process : process);
  lua_setiuservalue(L, -2, 1);
  stream->closef = close_program;
  return 1;
}

static void replace(lua_State *L, const char *library, const char *name, lua_CFunction function) {
  lua_getglobal(L, library);
  lua_pushcfunction(L, function);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

void slua_open_processes(lua_State *L) {
  replace(L, LUA_OSLIBNAME, "execute", execute);
  replace(L, LUA_IOLIBNAME, "popen", open_program);
}
