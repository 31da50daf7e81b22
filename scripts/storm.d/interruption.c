// Scripts of any calls, with little memory, interrupted at any point: each ends soon, and the next one runs as ever.
#include <CLuaLibrary.h>

#include "lua_made.h"

static slua_host *host;
static timer_t timer;

static int no_callback(lua_State *L, void *context) {
  (void)context;
  lua_pushliteral(L, "there is no host");
  return -1;
}

static void no_release(void *object) { (void)object; }

static void interrupt(int number) {
  (void)number;
  slua_interrupt(host, SLUA_INTERRUPTED);
}

static void interrupt_in(long microseconds) {
  struct itimerspec when = {.it_value = {.tv_nsec = microseconds * 1000}};
  timer_settime(timer, 0, &when, NULL);
}

static void add_statement(dice *d, text *t, int depth) {
  static const char *const openings[] = {"for i = 1, 50 do", "while true do", "pcall(function()", "do local x <close> = C",
                                         "resumed(function()", "xpcall(function()", "repeat"};
  static const char *const endings[] = {"end", "end", "end)", "end", "end)", "end, function(e) return e end)", "until true"};
  int shape = depth > 0 ? roll(d, 14) : 13;
  if (shape >= 7) {
    if (roll(d, 8) == 0) add(t, "G = G or {} G[#G + 1] = ('g'):rep(1e5)\n");
    if (roll(d, 8) == 0) add(t, "setmetatable({}, { __gc = function() local _ = ('x'):rep(1e4) end })\n");
    add(t, "local _ = pcall(function() return ");
    add_call(d, t, WILD);
    add(t, " end)\n");
    return;
  }
  add(t, "%s\n", openings[shape]);
  for (int count = 1 + roll(d, 3); count > 0; count--) add_statement(d, t, depth - 1);
  add(t, "%s\n", endings[shape]);
}

static void load(const char *script, size_t length) {
  lua_State *L = slua_main(host);
  lua_settop(L, 0);
  if (slua_load(L, script, length, "=script") != LUA_OK) fail("it does not compile: %s", lua_tostring(L, -1));
}

/// After whatever came before, an entry can empty the session, and the next one works.
static void recover(void) {
  static const char empty[] = "G = nil T = nil collectgarbage() return 41 + 1";
  lua_State *L = slua_main(host);
  load(empty, strlen(empty));
  int status = slua_call(L, 0, 1);
  if (status != LUA_OK) fail("afterwards nothing runs: %d %s", status, lua_tostring(L, -1));
  if (lua_tointeger(L, -1) != 42 || lua_gettop(L) != 1) fail("afterwards the stack is not as it should be");
  if (*slua_interruption(host) != SLUA_RUNNING) fail("the interruption has outlived its entry");
}

static void open_host(dice *d) {
  host = slua_open((size_t)(1 + roll(d, 8)) << 20, NULL, no_callback, no_release);
  if (!host) abort();
  slua_open_library(slua_main(host));
  static const char values[] = "C = setmetatable({}, { __close = function() return ('c'):rep(100) end })";
  if (luaL_dostring(slua_main(host), lua_words) || luaL_dostring(slua_main(host), values)) abort();
}

static void run(dice *d) {
  static text script;
  script.length = 0;
  add(&script, "T = {5, 1, 'x', 2.5}\n");
  for (int count = 1 + roll(d, 3); count > 0; count--) {
    add(&script, "do\n");
    add_statement(d, &script, 3);
    add(&script, "end\n");
  }
  storm_input = script.bytes;
  load(script.bytes, script.length);
  bool has_limit = roll(d, 3) == 0;
  // Whatever does not end by itself must be ended by one of the two.
  if (!slua_enter(host, has_limit ? 0.001 * (1 + roll(d, 5)) : 0)) fail("there is no timer");
  if (!has_limit || roll(d, 2)) interrupt_in(1 + roll(d, roll(d, 2) ? 300 : 5000));
  slua_call(slua_main(host), 0, 0);
  interrupt_in(0);
  slua_leave(host);
  recover();
}

static void one_round(dice *d) {
  open_host(d);
  for (int count = 1 + roll(d, 6); count > 0; count--) run(d);
  slua_close(host, 2, false);
}

int main(int count, char **words) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  signal(SIGUSR1, interrupt);
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) abort();
  return storm(count, words, one_round);
}
