import Glibc
import TestSupport
import Testing

/// A table whose parts lie on two other servers.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct NodeTests {
  /// Three servers below a folder, stopped by their process ids.
  private final class Nodes {
    enum Failure: Error { case doesNotStart }

    private let folder: TemporaryFolder
    let address: String

    init() throws {
      folder = try TemporaryFolder()
      address = try Self.run("start \(folder.path)")
    }

    deinit { _ = try? Self.run("stop \(folder.path)") }

    func kill(_ node: String) throws { _ = try Self.run("kill \(folder.path) \(node)") }

    /// What the script prints last.
    private static func run(_ arguments: String) throws -> String {
      let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
      guard let pipe = popen("chmod 755 \(arguments.split(separator: " ")[1]); \(root)/scripts/nodes \(arguments)", "r")
      else { throw Failure.doesNotStart }
      var text = ""
      var line = [CChar](repeating: 0, count: 512)
      while fgets(&line, 512, pipe) != nil {
        text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      }
      guard pclose(pipe) == 0 else { throw Failure.doesNotStart }
      return text.split(separator: "\n").last.map(String.init) ?? ""
    }
  }

  private static let visits = """
    db:execute [[CREATE TABLE visit (shop bigint, number bigint, note text COLLATE "C") PARTITION BY HASH (shop)]]
    for i, node in ipairs { "node1", "node2" } do
      local part = "visit_part_" .. i
      db:query("SELECT dblink_exec(?, ?)", node, "CREATE TABLE " .. part
        .. ' (shop bigint, number bigint, note text COLLATE "C", PRIMARY KEY (shop, number))')
      db:execute("CREATE FOREIGN TABLE " .. part .. " PARTITION OF visit FOR VALUES WITH (MODULUS 2, REMAINDER "
        .. i - 1 .. ") SERVER " .. node)
    end
    Visit = entity "Visit" {
      table = "visit", shop = integer { primary_key = true }, number = integer { primary_key = true }, note = text {},
    }
    for i = 1, 20 do Visit:create { shop = i, number = i, note = "n" .. i % 3 } end
    """

  @Test func `requests reach the nodes that they need, and no transaction writes to two of them`() throws {
    let nodes = try Nodes()
    let script = try Script(schema: Self.visits, location: nodes.address)
    #expect(
      try script.run("return Visit:where { shop = 7 }:explain()").contains(
        "1 of 2 parts of visit: visit_part_2 on node2"))
    let both = try script.run("return Visit:where { note = 'n1' }:explain()")
    for node in ["node1", "node2"] {
      #expect(
        both.contains(try Regex("\(node): about [0-9]+ rows? travels?: SELECT shop, number, note FROM")), "\(both)")
    }
    try script.expect(
      """
      local some = Visit:where { note = "n1" }
      return Visit:count(), some:count(), Visit:sum "number", some:max "number", some:min "note", Visit:where { note = "-" }:count()
      """, "20 7 210 19 n1 0")
    try script.expect("return Visit:count(), Visit:get { shop = 7, number = 7 }.note", "20 n1")
    try script.expect(
      "local n = 0 for v in Visit:sorted_by 'number':iterate() do n = n * 2 % 97 + v.number end return n > 0", "true")
    let refused = [
      "db:transaction(function() Visit:create { shop = 1, number = 2 } Visit:create { shop = 3, number = 2 } end)",
      "db:add { Visit { shop = 1, number = 33 }, Visit { shop = 3, number = 33 } }",
      "Visit:where { note = 'n1' }:update { note = 'm' }", "Visit:all():delete()",
      "db:execute 'INSERT INTO visit SELECT i, 40 FROM generate_series(1, 9) i'",
    ]
    for source in refused {
      try script.expect(
        """
        local done, e = pcall(function() \(source) end)
        return done, e.capability, e.message:find("node1, node2", 1, true) ~= nil, Visit:count()
        """, "false atomic_commit_across_nodes true 20")
    }
    try script.expect(
      """
      db:transaction(function() Visit:create { shop = 1, number = 2 } Visit:where { shop = 1 }:update { note = "x" } end)
      return Visit:where { note = "x" }:count(), Visit:count()
      """, "2 21")

    try script.run("Log = entity 'Log' { t = text {} } db:create_all()")
    let mixed = [
      "Log:create { t = 'x' } Visit:where { shop = 1 }:update { note = 'y' }",
      "Visit:where { shop = 1 }:update { note = 'y' } Log:create { t = 'x' }",
      "Log:create { t = 'x' } Visit:create { shop = 1, number = 77 }",
    ]
    for source in mixed {
      let words = script.failure("db:transaction(function() \(source) end)")
      #expect(words.contains("one node, and this would write to node1, the server itself"), "\(words)")
    }
    try script.expect("Log:create { t = 'x' } return Log:count(), Visit:where { note = 'y' }:count()", "1 0")
    let moved = script.failure("local v = Visit:get { shop = 1, number = 1 } v.shop = 3 v:save()")
    #expect(moved.contains("by shop it is told on which node a row lies: delete it, and create it anew"), "\(moved)")
    try script.expect("return Visit:get { shop = 1, number = 1 }.number, Visit:get { shop = 3, number = 1 }", "1 nil")

    try nodes.kill("node2")
    #expect(script.failure("return Visit:count()").contains("node2"))
    try script.expect("return Visit:where { shop = 1 }:count()", "2")
    try script.expect("Visit:create { shop = 1, number = 9 } return Visit:where { shop = 1 }:count()", "3")

    try script.run("db:begin() Visit:create { shop = 1, number = 10 }")
    try nodes.kill("main")
    let lost = script.failure("return Visit:where { shop = 1 }:count()")
    #expect(lost.contains("is lost") && lost.contains("the open transaction is rolled back"), "\(lost)")
    // The next run connects again, where it can.
    #expect(script.failure("return Visit:where { shop = 1 }:count()").hasPrefix("cannot open"))
  }
}
