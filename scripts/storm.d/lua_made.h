// Random calls of Lua's library, as text.
#ifndef LUA_MADE_H
#define LUA_MADE_H

#include "storm.h"

/// Whether arguments are such as end soon whatever they are given to, or any at all.
typedef enum { TAME, WILD } temper;

static inline void add_string(dice *d, text *t, temper temper) {
  static const char *const strings[] = {"''",     "'a'",       "'abc'",  "'a,b,,c'",  "'10'",  "'0x1p4'", "' 7 '",
                                        "'a\\0b'", "'\\xE9\\n'", "'%d %s'", "'%%'",      "'%q'",  "'aaaa'",  "'hello world'"};
  static const char *const patterns[] = {"'%a+'", "'(a)(b?)'", "'()'",     "'.-'",  "'^a'",  "'%s*$'", "'%f[%w]%w+'", "'[%z,]'",
                                         "'(.)%1'", "'%b()'",  "'%'",      "'[a'",  "'(()'", "'.'",    "''",          "'a*'"};
  static const char *const large[] = {"('a'):rep(5000)", "('ab'):rep(1e5)", "('a'):rep(300) .. 'b'", "(' '):rep(1 << 16)"};
  static const char *const slow[] = {"('a*'):rep(30) .. 'b'", "('.-'):rep(12) .. 'x'", "('(.)'):rep(33)", "('a?'):rep(250)"};
  if (temper == WILD && roll(d, 3) == 0) add(t, "(%s)", roll(d, 2) ? PICK(d, large) : PICK(d, slow));
  else add(t, "(%s)", roll(d, 2) ? PICK(d, strings) : PICK(d, patterns));
}

static inline void add_number(dice *d, text *t, temper temper) {
  static const char *const numbers[] = {"0", "1", "2", "3", "-1", "-2", "5", "9", "1.0", "2.5", "'2'", "nil"};
  static const char *const large[] = {"math.maxinteger", "math.mininteger", "1 << 31", "1 << 40", "1e15", "-(1 << 33)",
                                      "0/0",             "1/0",             "1000",    "200001"};
  add(t, "%s", temper == WILD && roll(d, 3) == 0 ? PICK(d, large) : PICK(d, numbers));
}

static inline void add_table(dice *d, text *t, temper temper) {
  static const char *const tables[] = {"{}", "{1, 2, 3}", "{3, 1, 2, 9, -4, 2.5}", "{'b', 'a', 'c'}", "{1, nil, 3}", "T", "T",
                                       "setmetatable({}, { __index = function(_, k) return k < 6 and k or nil end, __len = function() return 5 end })",
                                       "setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, v) end, __len = function() return 'x' end })"};
  static const char *const large[] = {"setmetatable({}, { __len = function() return math.maxinteger end })",
                                      "setmetatable({}, { __len = function() return 1 << 40 end, __index = function() return 1 end })",
                                      "(function() local t = {} for i = 1, 3e5 do t[i] = i end return t end)()", "setmetatable({}, { __gc = function() for i = 1, 9 do G = {G} end end })"};
  add(t, "%s", temper == WILD && roll(d, 3) == 0 ? PICK(d, large) : PICK(d, tables));
}

static inline void add_function(dice *d, text *t, temper temper) {
  static const char *const functions[] = {"function(...) return ... end", "function() end", "function(a) return a, 1 end",
                                          "function() error('e') end", "function() error({}) end", "string.upper"};
  static const char *const large[] = {"function() while true do end end", "function() return pcall(error) end", "coroutine.yield",
                                      "coroutine.wrap(function() for i = 1, 1e9 do coroutine.yield(i) end end)",
                                      "function(a, b) return true end", "function() collectgarbage() end", "load", "next"};
  add(t, "%s", temper == WILD && roll(d, 2) == 0 ? PICK(d, large) : PICK(d, functions));
}

/// By a letter: `s`tring, `n`umber, `t`able, `f`unction, `a`ny of them.
static inline void add_argument(dice *d, text *t, temper temper, char kind) {
  static const char *const others[] = {"nil", "true", "{}", "rawequal", "1", "'x'"};
  if (roll(d, 20) == 0) {
    add(t, "%s", PICK(d, others));
    return;
  }
  if (kind == 'a') kind = "sntf"[roll(d, 4)];
  if (kind == 's') add_string(d, t, temper);
  else if (kind == 'n') add_number(d, t, temper);
  else if (kind == 't') add_table(d, t, temper);
  else add_function(d, t, temper);
}

/// A call of a function of the library that we replace, or of one beside it.
static inline void add_call(dice *d, text *t, temper temper) {
  static const char *const calls[][2] = {
      {"string.rep", "sns"},     {"string.find", "ssn"},    {"string.match", "ssn"},     {"string.gsub", "sssn"},
      {"string.gsub", "ssfn"},   {"string.gsub", "sstn"},   {"string.gsub", "sss"},      {"string.sub", "snn"},
      {"string.byte", "snn"},    {"string.char", "nnn"},    {"string.format", "saa"},    {"string.reverse", "s"},
      {"string.upper", "s"},     {"string.lower", "s"},     {"string.len", "s"},         {"table.concat", "tsnn"},
      {"table.concat", "ts"},    {"table.insert", "tna"},   {"table.insert", "ta"},      {"table.remove", "tn"},
      {"table.remove", "t"},     {"table.move", "tnnnt"},   {"table.move", "tnnn"},      {"table.unpack", "tnn"},
      {"table.unpack", "t"},     {"table.pack", "aaa"},     {"select", "na"},            {"each", "ss"},
      {"each", "ssn"},           {"resumed", "faa"},        {"coroutine.resume", "a"},   {"coroutine.close", "a"},
      {"coroutine.wrap", "f"},   {"closed", "f"},           {"tonumber", "sn"},          {"load", "s"},
      {"string.find", "ss"},     {"string.pack", "sa"},     {"utf8.char", "nn"},         {"utf8.len", "snn"},
  };
  const char *const *call = PICK(d, calls);
  add(t, "%s(", call[0]);
  for (const char *kind = call[1]; *kind; kind++) {
    if (kind != call[1]) add(t, ", ");
    add_argument(d, t, temper, *kind);
  }
  add(t, ")");
}

/// What the calls need: `show` says all results of a function, errors too.
static const char lua_words[] =
    "local function said(v, deep)\n"
    "  if type(v) == 'table' and deep < 3 then\n"
    "    local parts = {}\n"
    "    for i = 1, math.min(rawlen(v), 30) do parts[i] = said(rawget(v, i), deep + 1) end\n"
    "    return '{' .. table.concat(parts, ',') .. '}'\n"
    "  end\n"
    "  local kind = type(v)\n"
    // Addresses differ.
    "  if kind == 'string' then v = v:gsub(': 0x%x+', '') end\n"
    "  if kind == 'string' or kind == 'number' or kind == 'boolean' then return string.format('%q', v) end\n"
    "  return kind\n"
    "end\n"
    "function show(f)\n"
    "  local results, parts = table.pack(pcall(f)), {}\n"
    "  for i = 1, results.n do parts[i] = said(results[i], 0) end\n"
    "  return table.concat(parts, ' ') .. ' ' .. said(T, 0)\n"
    "end\n"
    "function each(s, p, init)\n"
    "  local all = {}\n"
    "  for a, b in string.gmatch(s, p, init) do\n"
    "    all[#all + 1] = { a, b }\n"
    "    if #all > 200 then break end\n"
    "  end\n"
    "  return all\n"
    "end\n"
    "function resumed(f, ...)\n"
    "  local co, all = coroutine.create(f), {}\n"
    "  for i = 1, 4 do all[i] = table.pack(coroutine.resume(co, ...)) end\n"
    "  return all, coroutine.status(co)\n"
    "end\n"
    "function closed(f)\n"
    "  local co = coroutine.create(function()\n"
    "    local x <close> = setmetatable({}, { __close = f })\n"
    "    coroutine.yield(1)\n"
    "  end)\n"
    "  return coroutine.resume(co), coroutine.close(co)\n"
    "end\n";

#endif
