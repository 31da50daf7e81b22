/// Chunks that try to reach what a sandbox keeps from them: one that gets there gives something other than nil and false.
///
/// `canary` is the path of a file that is not to be read or changed, `folder` where it is, `fresh` a path where none is.
enum HostileScripts {
  static let all = files + programs + modules + interpreter + databases + exchange

  /// Lua's own ways to a file.
  private static let files = [
    "return io.open(canary)", "return io.open(canary, 'rb')", "return io.open(canary, 'r+')",
    "return io.open(canary, 'a')", "return io.open(canary, 'w')", "return io.open(fresh, 'w')",
    "return io.open(folder .. '/./canary.txt')", "return io.open(folder .. '/../' .. base .. '/canary.txt')",
    "return io.open('/etc/passwd')", "return io.open('/etc/shadow')", "return io.open('/proc/self/environ')",
    "return io.open('/proc/self/maps')", "return io.open('/proc/self/mem', 'r+')", "return io.open('/proc/1/cmdline')",
    "return io.open('/proc/self/fd/0')", "return io.open('/proc/self/cwd/canary.txt')",
    "return io.open('/proc/self/root/etc/passwd')", "return io.open('/dev/null', 'w')",
    "return io.open('/dev/tty', 'w')",
    "return io.open('/dev/stdout', 'w')", "return io.open('/dev/fd/1', 'w')", "return io.open('/dev/mem')",
    "return io.open('/dev/shm/x', 'w')", "return io.open('/tmp')", "return io.open('.')", "return io.open('')",
    "return io.open(database)", "return io.open(database, 'r+')", "return io.open(database .. '-wal', 'r+')",
    "return io.open(canary .. '\\0.db')", "return io.lines(canary)", "for line in io.lines(canary) do return line end",
    "io.input(canary) return io.read()", "return io.output(fresh)", "return io.tmpfile()", "return os.tmpname()",
    "return os.remove(canary)", "return os.remove(database)", "return os.remove(folder)",
    "return os.rename(canary, fresh)", "return os.rename(database, fresh)", "return os.rename(fresh, canary)",
    "local f = io.stdout return getmetatable(f).__name ~= 'FILE*' and f",
  ]

  /// Other programs, and what the environment says.
  private static let programs = [
    "return os.execute('touch ' .. fresh)", "return os.execute()", "return io.popen('cat ' .. canary)",
    "return io.popen('touch ' .. fresh):close()", "return os.getenv('HOME')", "return os.getenv('PATH')",
    "return os.getenv('CANARY')", "return os.getenv('LD_PRELOAD')", "return os.setlocale('C')",
  ]

  /// Code from elsewhere.
  private static let modules = [
    "return loadfile(canary)", "return dofile(canary)", "return require('canary')",
    "package.path = folder .. '/?.txt' return require('canary')",
    "return package.searchpath('canary', folder .. '/?.txt')",
    "return package.loadlib('libc.so.6', '*')", "return package.loadlib('libc.so.6', 'system')",
    "package.cpath = '/usr/lib/x86_64-linux-gnu/lib?.so.6' return require('c')",
    "return type(package.searchers[3]('c')) == 'function'", "return type(package.searchers[4]('c.d')) == 'function'",
    "for _, s in ipairs(package.searchers) do local l = s('canary') if type(l) == 'function' then return l end end",
    "package.preload.x = function() return io.open(canary) end return type(require('x')) == 'userdata'",
  ]

  /// The interpreter itself.
  private static let interpreter = [
    "return load('\\27Lua\\x54\\0\\x19\\x93\\r\\n\\x1a\\n')", "return load(string.dump(function() end):sub(1, -2))",
    "local d = string.dump(function() return 1 end) return load((d:gsub('.', function(c) return c end, 5)) .. 'x')",
    "local c = coroutine.wrap(function() return io.open(canary) end) return c()",
    "return select(2, pcall(io.open, canary)) or nil",
    "local t = setmetatable({}, { __gc = function() reached = io.open(canary) end }) t = nil collectgarbage() return reached",
    "local t <close> = setmetatable({}, { __close = function() reached = io.open(canary) end }) return reached",
    "return xpcall(error, function() return io.open(canary) end) or nil",
    "local open = debug.getregistry and debug.getregistry()._LOADED return open and open.io.open(canary)",
    "local _, f = debug.getupvalue(os.execute, 1) return type(f) == 'function' and f('true')",
    "local name, value = debug.getupvalue(io.popen, 1) return type(value) == 'function'",
    "debug.setupvalue(os.execute, 1, 'os.exit') return os.execute('true')",
    "local m = getmetatable('') m.__index = string return io.open(canary)",
    "return (function(...) return io.open(...) end)(canary, 'r')",
    "return string.rep('x', 10, canary):find('canary\\n')",
    "local f = io.stdin f:setvbuf('full') return f:seek('set', 0) and io.open(canary)",
    "return warn('@on') or io.open(canary)",
  ]

  /// SQL, and the words that open databases.
  private static let databases = [
    "db:execute(\"ATTACH '\" .. fresh .. \"' AS x\") return db:execute('CREATE TABLE x.t (a)')",
    "return db:execute(\"ATTACH '\" .. canary .. \"' AS x\")",
    "return db:execute(\"ATTACH 'file:\" .. canary .. \"?mode=ro&immutable=1' AS x\")",
    "return db:execute(\"ATTACH '/etc/passwd' AS x\")", "return db:execute(\"VACUUM INTO '\" .. fresh .. \"'\")",
    "return db:execute(\"ATTACH '\" .. database .. \"-wal/../canary.txt' AS x\")",
    "return #db:query(\"SELECT load_extension('libc.so.6')\") > 0",
    "return #db:query(\"SELECT readfile('\" .. canary .. \"')\") > 0",
    "return #db:query(\"SELECT writefile('\" .. fresh .. \"', 'x')\") > 0",
    "return #db:query(\"SELECT edit('x')\") > 0",
    "return db:query(\"SELECT fts3_tokenizer('simple') AS p\")[1].p",
    "db:execute(\"PRAGMA temp_store_directory = '\" .. folder .. \"'\") db:execute('PRAGMA temp_store = 1')"
      + " db:execute('CREATE TEMP TABLE t AS SELECT 1') return io.open(canary)",
    "db:execute('PRAGMA writable_schema = 1') return io.open(canary)",
    "db:execute('PRAGMA journal_mode = MEMORY') return io.open(canary)",
    "db:execute('PRAGMA locking_mode = EXCLUSIVE') return io.open(canary)",
    "return open(fresh)", "return open(canary)", "return open('file:' .. canary .. '?mode=ro')",
    "return open('/etc/passwd')",
    "return db:open(fresh)", "return db:open(canary)", "return open(folder)", "return open(database .. '-wal')",
  ]

  /// The words that read and write files.
  private static let exchange = [
    "return Thing:export(fresh .. '.csv')", "return Thing:export(canary, { format = 'csv' })",
    "return Thing:export('/dev/stderr', { format = 'csv' }) and nil", "return Thing:import(canary, { format = 'csv' })",
    "return Thing:import('/etc/passwd', { format = 'csv' })", "return read(canary, { format = 'csv' })",
    "return read('/proc/self/environ', { format = 'csv' })", "return db:reflect(canary)", "return db:reflect('/etc')",
  ]
}
