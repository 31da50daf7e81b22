import Glibc
import Testing

/// The migrations that are generated for GRDB compile, and the functions in them do what Moonshell's own do.
@Suite struct MigratorCompilationTests {
  /// What the generated text asks of GRDB, with the names and types that it has there.
  private let interface = """
    import FoundationEssentials
    final class Database {
      var functions: [String: DatabaseFunction] = [:]
      var statements: [String] = []
      func add(function: DatabaseFunction) { functions[function.name] = function }
      func execute(sql: String) throws { statements.append(sql) }
    }
    struct DatabaseMigrator {
      var migrations: [(name: String, migrate: @Sendable (Database) throws -> Void)] = []
      mutating func registerMigration(_ identifier: String, migrate: @escaping @Sendable (Database) throws -> Void) {
        migrations.append((identifier, migrate))
      }
    }
    protocol DatabaseValueConvertible {}
    extension Int64: DatabaseValueConvertible {}
    extension String: DatabaseValueConvertible {}
    struct DatabaseValue {
      enum Storage { case null, int64(Int64), double(Double), string(String), blob(Data) }
      let storage: Storage
    }
    struct DatabaseError: Error { init(message: String? = nil) {} }
    final class DatabaseFunction {
      let name: String
      let call: ([DatabaseValue]) throws -> (any DatabaseValueConvertible)?
      init(
        _ name: String, argumentCount: Int? = nil, pure: Bool = false,
        function: @escaping @Sendable ([DatabaseValue]) throws -> (any DatabaseValueConvertible)?
      ) { (self.name, call) = (name, function) }
    }
    protocol FetchableRecord { init(row: Row) throws }
    protocol MutablePersistableRecord {}
    // No row is read here.
    struct Row { subscript<Value>(_ name: String) -> Value { fatalError(name) } }
    struct PersistenceContainer { subscript<Value>(_ name: String) -> Value? { get { nil } set {} } }
    struct InsertionSuccess { var rowID: Int64 }

    """

  private let schema = """
    T = entity "T" { price = text {}, w = decimal { scale = 3 } }
    db:create_all()
    T = entity "T" { price = decimal { scale = 2 }, w = decimal { scale = 2 } }
    db:migrate()
    io.write((generate("grdb"):gsub("import GRDB\\n", "")))
    """

  /// Each line is a function, the kind of a value, the value, a scale, and what Moonshell makes of them.
  private let cases = """
    math.randomseed(3)
    local function digits(most) return tostring(math.random(0, 10 ^ math.random(0, most))) end
    local function number()
      local sign, zeros = ({ "", "-", "+" })[math.random(3)], ("0"):rep(math.random(0, 2))
      return sign .. zeros .. digits(math.random(18)) .. (math.random(3) == 1 and "" or "." .. zeros .. digits(6) .. zeros)
    end
    local odd = { "", ".", "-", "1.", ".5", "--1", "1e3", "0x1", "1.2.3", "12a", "٣", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "-9223372036854775809", "-0", "1 " }
    local function show(name, kind, value, scale)
      local ok, rows = pcall(db.query, db, "SELECT " .. name .. "(?, ?) AS x", value, scale)
      print(name .. "\\t" .. kind .. "\\t" .. tostring(value) .. "\\t" .. scale .. "\\t" .. (ok and tostring(rows[1].x) or "error"))
    end
    for place = 1, 600 do
      show("moonshell_decimal", "text", odd[place] or number(), math.random(0, 6))
      local whole = place == 1 and math.mininteger or math.random(-10 ^ math.random(18), 10 ^ math.random(18))
      show("moonshell_decimal_text", "integer", whole, math.random(0, 6))
      show("moonshell_decimal", "integer", whole, math.random(0, 6))
      show("moonshell_decimal", "real", math.random(-4000, 4000) / 16, math.random(0, 6))
    end
    """

  private let program = """
    let database = Database()
    for migration in SchemaMigrations.migrator.migrations { try migration.migrate(database) }
    var (count, errors, wrong) = (0, 0, 0)
    while let line = readLine() {
      let parts = line.split(separator: "\\t", omittingEmptySubsequences: false).map(String.init)
      let value: DatabaseValue.Storage =
        parts[1] == "text" ? .string(parts[2]) : parts[1] == "real" ? .double(Double(parts[2])!) : .int64(Int64(parts[2])!)
      let arguments = [DatabaseValue(storage: value), DatabaseValue(storage: .int64(Int64(parts[3])!))]
      let result = (try? database.functions[parts[0]]!.call(arguments)).map { "\\($0!)" } ?? "error"
      count += 1
      if result == "error" { errors += 1 }
      if result != parts[4] { wrong += 1; print(line, result) }
    }
    let null = [DatabaseValue(storage: .null), DatabaseValue(storage: .int64(2))]
    let ofNull = try database.functions.values.map { try $0.call(null) == nil }
    print(count, errors > 100 && errors < 1500, wrong, ofNull, database.statements.contains { $0.contains("moonshell_decimal(") })
    """

  @Test func `functions that migrations call are in the text, and give what Moonshell's give`() throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let run = try Program.shell(
      """
      export PATH='\(path)'; d=$(mktemp -d)
      cat > $d/schema.lua <<'END'
      \(schema)
      END
      cat > $d/cases.lua <<'END'
      \(cases)
      END
      cat > $d/interface.swift <<'END'
      \(interface)
      END
      cat > $d/main.swift <<'END'
      \(program)
      END
      moonshell $d/schema.lua > $d/schema.swift 2> $d/plan && moonshell $d/cases.lua > $d/cases &&
      swiftc -module-cache-path $d/cache -o $d/program $d/interface.swift $d/schema.swift $d/main.swift &&
      $d/program < $d/cases; rm -r $d
      """)
    #expect(run.errors == "")
    #expect(run.output == "2400 true 0 [true, true] true\n")
  }

  @Test func `a step that only Lua has is a warning of the compiler`() throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let run = try Program.shell(
      """
      export PATH='\(path)'; d=$(mktemp -d)
      cat > $d/schema.lua <<'END'
      T = entity "T" { name = text {} }
      db:create_all()
      migration("it's \\"done\\" \\\\(1)", function() end)
      T = entity "T" { name = text {}, last = text { required = true, default = function(t) return t.name end } }
      db:migrate()
      io.write((generate("grdb"):gsub("import GRDB\\n", "")))
      END
      cat > $d/interface.swift <<'END'
      \(interface)
      END
      moonshell $d/schema.lua > $d/schema.swift 2> $d/remarks && grep -c 'v2: no SQL says this' $d/remarks &&
      swiftc -typecheck -module-cache-path $d/cache $d/interface.swift $d/schema.swift 2>&1 | grep 'warning: ' | sed 's/.*warning: //' | sort -u
      rm -r $d
      """)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "2" && lines.count == 3, "\(run.output)")
    #expect(lines.contains("t.last: its values are made row by row: no SQL says this, write it here"), "\(run.output)")
    #expect(lines.contains { $0.contains("the step it's ") }, "\(run.output)")
  }
}
