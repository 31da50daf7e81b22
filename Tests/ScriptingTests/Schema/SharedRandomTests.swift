import TestSupport
import Testing

/// Random objects of four kinds in one table, random conditions, and a plain model of what they must select.
@Suite struct SharedRandomTests {
  private static let schema = """
    Animal = entity "Animal" { name = text {}, age = integer {}, note = text {} }
    Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer { default = 9 }, size = integer {} }
    Kitten = entity "Kitten" { extends = "Cat", shared = true, fed = boolean {} }
    Dog = entity "Dog" { extends = "Animal", shared = true, trained = boolean {}, size = integer {} }
    entities = { Animal = Animal, Cat = Cat, Kitten = Kitten, Dog = Dog }
    db:create_all()
    """

  /// The kinds whose rows are an entity's, and the fields that its objects have.
  private static let kinds = [
    "Animal": ["Animal", "Cat", "Kitten", "Dog"], "Cat": ["Cat", "Kitten"], "Kitten": ["Kitten"], "Dog": ["Dog"],
  ]
  private static let fields = [
    "Animal": ["age"], "Cat": ["age", "lives", "size"], "Kitten": ["age", "lives", "size", "fed"],
    "Dog": ["age", "trained", "size"],
  ]

  private struct Row {
    var id: Int
    var kind: String
    /// Numbers, and truths as 0 and 1; what is absent is NULL.
    var values: [String: Int]
  }

  /// One comparison: as a table for `where`, as a function, and what it says of a row.
  private struct Condition {
    var field: String
    var sign: String
    var value: Int

    func holds(_ row: Row) -> Bool {
      guard let own = row.values[field] else { return false }
      return sign == "==" ? own == value : sign == "<" ? own < value : own >= value
    }

    var isTruth: Bool { field == "fed" || field == "trained" }
    var operand: String { isTruth ? (value == 1 ? "true" : "false") : "\(value)" }
    var triple: String { #"("\#(field)", "\#(sign)", \#(operand))"# }

    func function(of entity: String) -> String {
      // A row of another kind does not have the field: the function must not ask for it.
      let kinds = SharedRandomTests.kinds[entity] ?? []
      let having = kinds.filter { (SharedRandomTests.fields[$0] ?? []).contains(field) }
      let guarding = having.map { "a.kind == '\($0)'" }.joined(separator: " or ")
      return "function(a) return (\(guarding)) and a.\(field) ~= nil and a.\(field) \(sign) \(operand) end"
    }
  }

  private func condition(_ dice: inout Dice, on field: String) -> Condition {
    let isTruth = field == "fed" || field == "trained"
    return Condition(
      field: field, sign: isTruth ? "==" : dice.pick(["==", "<", ">="]), value: isTruth ? dice.roll(2) : dice.roll(6))
  }

  private func source(_ row: Row) -> String {
    let values = row.values.sorted { $0.key < $1.key }.map { name, value in
      name == "fed" || name == "trained" ? "\(name) = \(value == 1)" : "\(name) = \(value)"
    }
    let isAbsent = row.kind != "Animal" && row.kind != "Dog" && row.values["lives"] == nil
    return "\(row.kind) { \((values + (isAbsent ? ["lives = null"] : [])).joined(separator: ", ")) }"
  }

  private func makeRows(_ dice: inout Dice) -> [Row] {
    (1...40).map { id in
      let kind = dice.pick(["Animal", "Cat", "Kitten", "Dog"])
      var values: [String: Int] = [:]
      for field in Self.fields[kind] ?? [] where dice.roll(4) > 0 {
        values[field] = field == "fed" || field == "trained" ? dice.roll(2) : dice.roll(6)
      }
      return Row(id: id, kind: kind, values: values)
    }
  }

  /// Says each row as the script does below.
  private func described(_ rows: [Row]) -> String {
    rows.sorted { $0.id < $1.id }.map { row in
      let values = (Self.fields[row.kind] ?? []).map { name -> String in
        guard let value = row.values[name] else { return "nil" }
        return name == "fed" || name == "trained" ? "\(value == 1)" : "\(value)"
      }
      return "\(row.kind)(\(row.id)):\(values.joined(separator: ","))"
    }.joined(separator: " ")
  }

  private let describe = """
    fields = { Animal = { "age" }, Cat = { "age", "lives", "size" }, Kitten = { "age", "lives", "size", "fed" },
      Dog = { "age", "trained", "size" } }
    function described(list)
      local result = {}
      for i, a in ipairs(list) do
        local values = {}
        for j, name in ipairs(fields[a.kind]) do values[j] = tostring(a[name]) end
        result[i] = tostring(a) .. ":" .. table.concat(values, ",")
      end
      return table.concat(result, " ")
    end
    """

  @Test(arguments: 1...12) func `random conditions select the rows of a plain model`(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let script = try Script(schema: Self.schema + "\n" + describe)
    var rows = makeRows(&dice)
    try script.run("db:add { \(rows.map(source).joined(separator: ", ")) }")
    for step in 0..<25 {
      let entity = dice.pick(["Animal", "Cat", "Kitten", "Dog"])
      let kinds = Self.kinds[entity] ?? []
      let mine = rows.filter { kinds.contains($0.kind) }
      let first = condition(&dice, on: dice.pick(Self.fields[entity] ?? []))
      // A function may ask for the fields of every kind.
      let second = condition(&dice, on: dice.pick(kinds.flatMap { Self.fields[$0] ?? [] }))
      let plain = "\(entity):where\(first.triple)"
      let both = plain + ":where(\(second.function(of: entity)))"
      let either = plain + ":or_where(\(second.function(of: entity)))"
      let comment: Comment = "seed \(seed), step \(step): \(either)"
      for (request, expected) in [
        ("\(entity):all()", mine), (plain, mine.filter(first.holds)),
        (both, mine.filter { first.holds($0) && second.holds($0) }),
        (either, mine.filter { first.holds($0) || second.holds($0) }),
      ] {
        #expect(try script.run("return described(\(request):fetch())") == described(expected), comment)
        #expect(try script.run("return \(request):count()") == "\(expected.count)", comment)
        #expect(
          try script.run(
            "local list = {} for a in \(request):iterate() do list[#list + 1] = a end return described(list)")
            == described(expected), comment)
      }
      if let row = mine.randomElement(&dice) {
        #expect(try script.run("return described { \(entity):get(\(row.id)) }") == described([row]), comment)
      }
      try change(&rows, &dice, script, comment)
    }
  }

  /// Changes or deletes some rows, by a request or by an object that somebody else's request found.
  private func change(_ rows: inout [Row], _ dice: inout Dice, _ script: Script, _ comment: Comment) throws {
    let entity = dice.pick(["Animal", "Cat", "Kitten", "Dog"])
    let kinds = Self.kinds[entity] ?? []
    let filter = condition(&dice, on: "age")
    func isChosen(_ row: Row) -> Bool { kinds.contains(row.kind) && filter.holds(row) }
    switch dice.roll(6) {
    case 0:
      let count = rows.filter(isChosen).count
      #expect(try script.run("return \(entity):where\(filter.triple):delete()") == "\(count)", comment)
      rows.removeAll(where: isChosen)
      // There must be something to ask for.
      let new = makeRows(&dice).prefix(count).enumerated().map { place, row in
        Row(id: (rows.map(\.id).max() ?? 0) + 1 + place, kind: row.kind, values: row.values)
      }
      if !new.isEmpty { try script.run("db:add { \(new.map { source($0) }.joined(separator: ", ")) }") }
      rows += new
    case 1:
      let field = dice.pick(Self.fields[entity] ?? [])
      let value = condition(&dice, on: field)
      let count = rows.filter(isChosen).count
      #expect(
        try script.run("return \(entity):where\(filter.triple):update { \(field) = \(value.operand) }") == "\(count)",
        comment)
      for place in rows.indices where isChosen(rows[place]) { rows[place].values[field] = value.value }
    default:
      guard let place = rows.indices.filter({ kinds.contains(rows[$0].kind) }).randomElement(&dice) else { return }
      let field = dice.pick(Self.fields[rows[place].kind] ?? [])
      let value = condition(&dice, on: field)
      let found = dice.pick(["get(\(rows[place].id))", "where { id = \(rows[place].id) }:fetch()[1]"])
      try script.run("local a = \(entity):\(found) a.\(field) = \(value.operand) a:save()")
      rows[place].values[field] = value.value
    }
  }
}

extension Array {
  fileprivate func randomElement(_ dice: inout Dice) -> Element? { isEmpty ? nil : dice.pick(self) }
}
