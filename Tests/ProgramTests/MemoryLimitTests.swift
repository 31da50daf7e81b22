import Testing

/// `--memory-limit`: what a script makes the program hold, in Lua, in rows and in SQLite.
@Suite struct MemoryLimitTests {
  private static let series = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5000000)"

  @Test(arguments: [
    "x = ('x'):rep(1e9)",
    "x = db:query('SELECT zeroblob(900000000) AS b')[1].b",
    "x = db:query('SELECT hex(zeroblob(200000000)) AS b')[1].b",
    "x = db:query('SELECT length(hex(zeroblob(30000000)))')",
    "x = db:query(\"\(series) SELECT group_concat('abcdefghijklmnopqrstuvwxyz') AS s FROM t\")",
    "x = db:query(\"\(series) SELECT n, 'a text of some length ' || n AS s FROM t\")",
    "db:execute(\"CREATE TABLE big AS \(series) SELECT n, 'a text of some length ' || n AS s FROM t\")",
    "x = ('x'):rep(5e7) y = db:query('SELECT zeroblob(15000000) AS b')",
    "x = decode('[' .. ('[[],[1]],'):rep(600000) .. '1]', 'json')",
  ])
  func `what needs more fails in one sentence, and the next entry works`(entry: String) throws {
    let run = try Program.run(
      ["--memory-limit", "64M", "-i"],
      input: "print(pcall(function() \(entry) end))\nx, y = nil\n21 + 21\nprint(#db:query('SELECT 1'))\n")
    #expect(run.output.contains("not enough memory"), "\(run)")
    #expect(run.output.hasSuffix("42\n1\n"), "\(run)")
    let direct = try Program.run(["--memory-limit", "64M", "-e", entry])
    #expect(direct.exit == .exited(1))
    #expect(direct.errors.contains("not enough memory (the limit is 64M)"), "\(direct)")
  }

  /// Ways to ask for more than there is, with a table of texts for those that begin with FILL.
  private static let ways: [(name: String, entry: String)] = [
    ("rep", #"x=('x'):rep(1e9)"#),
    ("rep doubling", #"x='x' while true do x=x..x end"#),
    ("concat", #"x={} for i=1,1e9 do x[i]='abc'..i end"#),
    ("table concat", #"x={} for i=1,3e5 do x[i]=('abc'..i):rep(10) end y=table.concat(x):rep(20)"#),
    ("table hash", #"x={} for i=1,1e9 do x['k'..i]=i end"#),
    ("table array", #"x={} for i=1,1e9 do x[i]=i end"#),
    ("table nested", #"x={} while true do x={x} end"#),
    ("table move", #"x={1,2,3} table.move(x,1,3,1) for i=1,40 do table.move(x,1,#x,#x+1) end"#),
    ("table pack", #"x={} for i=1,1e9 do x[#x+1]=table.pack(i,i,i,i) end"#),
    ("gsub", #"x=(('a'):rep(1e6)):gsub('a',('b'):rep(1000))"#),
    ("gsub fn", #"x=(('a'):rep(1e6)):gsub('a',function() return ('b'):rep(500) end)"#),
    (
      "format",
      #"x=('%s'):rep(50):format(table.unpack((function() local t={} for i=1,50 do t[i]=('x'):rep(4e6) end return t end)()))"#
    ),
    ("format quoted", #"x=('%q'):format(('\0'):rep(3e7))"#),
    ("upper", #"x={} for i=1,1e9 do x[i]=(('x'):rep(1e6)):upper() end"#),
    ("reverse", #"x=('x'):rep(3e7) y=x:reverse() z=x:reverse()..'b'..x"#),
    ("byte char", #"x={} for i=1,1e9 do x[i]=string.char(('abcdefgh'):rep(30):byte(1,-1))..i end"#),
    ("utf8", #"x={} for i=1,1e9 do x[i]=utf8.char(table.unpack{i%60000+1,99,100,101,i%5000}):rep(1000) end"#),
    ("pack", #"x={} for i=1,1e9 do x[i]=string.pack('s8',('x'):rep(1e5)) end"#),
    ("dump", #"x={} for i=1,1e9 do x[i]=string.dump(load('return '..('1,'):rep(200)..i)) end"#),
    ("load long", #"x=load('return {'..('1.5,'):rep(1e7)..'}')()"#),
    ("sort", #"x={} for i=1,5e6 do x[i]=-i end table.sort(x)"#),
    ("closures", #"x={} for i=1,1e9 do x[i]=function() return i end end"#),
    (
      "coroutines",
      #"x={} for i=1,1e9 do x[i]=coroutine.create(function() coroutine.yield(i) end) coroutine.resume(x[i]) end"#
    ),
    (
      "deep stack",
      #"local function f(n) return 1+f(n+1) end x={} for i=1,1e9 do x[i]=coroutine.wrap(function() local function g(n) if n==0 then coroutine.yield() end return 1+g(n-1) end g(20000) end) x[i]() end"#
    ),
    ("error message", #"error(('x'):rep(1e9))"#),
    ("error nested", #"local function e(s) local ok,m=pcall(error,s..s) return e(m) end e(('x'):rep(1e6))"#),
    ("gmatch", #"x={} for w in (('ab '):rep(2e7)):gmatch('%a+') do x[#x+1]=w..#x end"#),
    ("split", #"x={} for a,b in ('k=v, '):rep(1e7):gmatch('(%w+)=(%w+)') do x[#x+1]={a,b} end"#),
    ("requests", #"PREP x={} for i=1,1e9 do x[i]=T:where{a=('x'):rep(1000)..i} end"#),
    ("large requests", #"PREP x={} for i=1,1e9 do x[i]=T:where{a=('x'):rep(1e5)..i} end"#),
    ("tests", #"x={} for i=1,1e9 do x[i]=is.equal(('x'):rep(1e5)..i) end"#),
    ("expressions", #"x={} for i=1,1e9 do x[i]=sql('1 + ?',('x'):rep(1e5)..i) end"#),
    ("decimals", #"x={} for i=1,1e9 do x[i]=decimal '1.5' end"#),
    ("json array", #"x=decode('['..('[[],[1]],'):rep(600000)..'1]','json')"#),
    ("json strings", #"x=decode('['..('"abcdefghij",'):rep(3000000)..'1]','json')"#),
    ("json objects", #"x=decode('['..('{"a":1,"b":2},'):rep(800000)..'1]','json')"#),
    ("json numbers", #"x=decode('['..('1.5,'):rep(8000000)..'1]','json')"#),
    ("jsonl", #"x=decode(('{"a":1}\n'):rep(2000000),'jsonl')"#),
    ("csv", #"x=decode('a,b,c\n'..('1,2,abcdefgh\n'):rep(1500000),'csv')"#),
    ("csv cell", #"x=decode('a\n"'..('x'):rep(3e7)..'"\n','csv')"#),
    ("tsv", #"x=decode('a\tb\n'..('1\t2\n'):rep(3000000),'tsv')"#),
    (
      "plist",
      #"x=decode('<?xml version="1.0"?><plist version="1.0"><array>'..('<integer>1</integer>'):rep(1500000)..'</array></plist>','plist')"#
    ),
    (
      "plist strings",
      #"x=decode('<plist version="1.0"><array>'..('<string>abcdef</string>'):rep(1200000)..'</array></plist>','plist')"#
    ),
    ("blob", #"x=db:query('SELECT zeroblob(900000000) AS b')[1].b"#),
    ("hexblob", #"x=db:query('SELECT hex(zeroblob(200000000)) AS b')[1].b"#),
    ("hexlen", #"x=db:query('SELECT length(hex(zeroblob(30000000)))')"#),
    ("group concat", #"x=db:query("SERIES SELECT group_concat('abcdefghijklmnopqrstuvwxyz') AS s FROM t")"#),
    ("json group", #"x=db:query("SERIES SELECT json_group_array(n) AS s FROM t")"#),
    ("create as", #"db:execute("CREATE TABLE big AS SERIES SELECT n, 'a text of some length ' || n AS s FROM t")"#),
    ("sql replace", #"x=db:query("SELECT length(replace(hex(zeroblob(10000000)),'0','abcdefgh')) AS s")"#),
    ("values", #"FILL x={} for i=1,100 do x[i]=T:values('a','n') end"#),
    ("pluck", #"FILL x={} for i=1,100 do x[i]=T:values('a') end"#),
    ("closure in sql", #"FILL local k={} x=T:where(function(t) k[#k+1]=t.a:rep(100) return true end):fetch()"#),
    ("create objects", #"PREP for i=1,1e9 do T:create{a=('x'):rep(1000)..i} end"#),
    ("unsaved", #"PREP x={} for i=1,1e9 do x[i]=T{a='x'..i} end"#),
    ("encode json", #"local t={} for i=1,400000 do t[i]=i end x={} for i=1,1e9 do x[i]=encode(t,'json') end"#),
    ("encode json texts", #"local s=('x'):rep(1.2e7) x=encode({s,s,s,s,s},'json')"#),
    ("encode plist", #"local t={} for i=1,400000 do t[i]=i end x={} for i=1,1e9 do x[i]=encode(t,'plist') end"#),
    ("encode plist texts", #"local s=('x'):rep(1.2e7) x=encode({s,s,s},'plist') y=x..x z=y..y"#),
    ("rows as json", #"FILL x={} for i=1,1e9 do x[i]=T:all():encode 'json' end"#),
    ("rows as csv", #"FILL x={} for i=1,1e9 do x[i]=T:all():encode 'csv' end"#),
    ("rows as plist", #"FILL x={} for i=1,1e9 do x[i]=T:all():encode 'plist' end"#),
    (
      "sections",
      #"PREP local _ = db:execute([[INSERT INTO t(n) SERIES SELECT n FROM t LIMIT 30000]]) x={} for i=1,1e9 do x[i]=T:sectioned_by('n'):results() local _=#x[i].sections end"#
    ),
    ("bound text", #"PREP local s=('x'):rep(1.5e7) for i=1,1000 do T:create{a=s..i} end"#),
    ("bound texts", #"PREP local l={} for i=1,1000 do l[i]={a=('x'):rep(100000)..i} end db:add(l)"#),
    ("rows of a query", #"x=db:query([[SERIES SELECT n, 'a text of some length ' || n AS s FROM t]])"#),
    (
      "rows of queries",
      #"x={} for i=1,1e9 do x[i]=db:query([[SERIES SELECT n, 'a text ' || n AS s FROM t LIMIT 20000]]) end"#
    ),
    ("objects that were touched", #"FILL x={} for i=1,1e9 do x[i]=T:fetch() for j=1,#x[i] do x[i][j].n=1 end end"#),
    ("set of tables", #"x={} for i=1,2e5 do x[i]={id=i,name='name'..i} end y=result_set{unique='id'} y:load(x)"#),
    (
      "set row by row",
      #"x=result_set{unique='id'} x:load{} for i=1,1e9 do x:insert{id=i,name=('x'):rep(4000)..i} end"#
    ),
    ("finalizers", #"x={} for i=1,1e9 do x[i]=setmetatable({},{__gc=function() end}) end"#),
  ]

  private static let schema = "T = entity 'T' { a = text {}, b = data {}, n = integer {} } db:create_all() "
  private static let fill =
    schema + "local _ = db:execute([[INSERT INTO t(a, n) "
    + series.replacing("5000000", with: "400000") + " SELECT 'a text of some length ' || n, n FROM t]]) "

  /// The most that the program has held of the machine while it ran these lines, in bytes, and what it said.
  private static func peak(_ lines: String) throws -> (bytes: Int, output: String) {
    let ask = #"print(io.open("/proc/self/status"):read("a"):match("VmHWM:%s*(%d+)"))"#
    let run = try Program.run(["--memory-limit", "64M", "--time-limit", "100", "-i"], input: lines + "\n" + ask + "\n")
    let last = run.output.split(separator: "\n").last ?? ""
    return ((Int(last) ?? .max >> 10) << 10, run.output)
  }

  @Test(arguments: ways)
  func `the process stays near its limit whatever asks for more`(name: String, entry: String) throws {
    let entry = entry.replacing("FILL", with: Self.fill).replacing("PREP", with: Self.schema)
      .replacing("SERIES", with: Self.series)
    let base = try Self.peak("x = 1").bytes
    let (bytes, output) = try Self.peak("print(pcall(function() \(entry) end))\nx, y, z = nil")
    #expect(output.contains("not enough memory"), "\(name): \(output.suffix(300))")
    let most = base + (64 + 16) * 1_048_576
    #expect(bytes <= most, "\(name): \(bytes >> 20) MiB where \(most >> 20) are meant: \(output.suffix(200))")
  }

  @Test func `results that are dropped make room for others`() throws {
    let fill = "db:execute(\"INSERT INTO t (a) \(Self.series) SELECT 'a' FROM t LIMIT 250000\")"
    let loop = """
      T = entity 'T' { a = text {} } db:create_all()
      local _ = \(fill)
      for i = 1, 20 do local rows = T:fetch() assert(#rows == 250000) end
      """
    let run = try Program.run(["--memory-limit", "64M", "-e", loop + "\nprint('done')"])
    #expect(run.output == "done\n", "\(run)")
  }

  /// What is given up is garbage whose finalizers free rows: Lua does not know how much hangs on it.
  @Test(arguments: ["T:results()", "T:fetch()", "db:query('SELECT * FROM t')"])
  func `what is given up after the limit was met is there for the next entry`(rows: String) throws {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init", "--memory-limit", "64M"], environment: ["NO_COLOR": "1"], columns: 200)
    try shell.waitForPrompt()
    _ = try shell.enter("T = entity 'T' { a = text {} } db:create_all()")
    let fill = "INSERT INTO t (a) \(Self.series) SELECT 'a text of some length ' || n FROM t LIMIT 1000"
    _ = try shell.enter("local _ = db:execute([[\(fill)]])")
    #expect(try shell.enter("x = {} for i = 1, 1e9 do x[i] = \(rows) end").contains("not enough memory"))
    #expect(try shell.enter("40 + 2").hasSuffix("\n42\nmoon> "))
    #expect(try !shell.enter("x = nil").contains("not enough memory"))
    #expect(try shell.enter("#T:fetch() + 1").hasSuffix("\n1001\nmoon> "))
  }

  @Test func `an update that makes more objects than there is room for ends, and changes nothing`() throws {
    let rows = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 100000) INSERT INTO big"
    let run = try Program.shell(
      """
      d=$(mktemp -d)
      moonshell $d/big.db -e 'CREATE TABLE big (id INTEGER PRIMARY KEY, s TEXT)' -e "\(rows) SELECT i, 'name' || i FROM c"
      moonshell --memory-limit 24M $d/big.db -e "Big:all():update { s = function(b) return b.s .. '!' end }"
      moonshell $d/big.db -e 'print(Big:count(), Big:where { s = is.suffix "!" }:count())'
      """)
    #expect(run.errors.contains("not enough memory (the limit is 24M)"), "\(run)")
    #expect(run.output.hasSuffix("100000\t0\n"), "\(run)")
  }
}
