import TestSupport

/// A schema that changes at random, with what it takes to say it in Lua.
struct RandomSchema {
  struct Member {
    var name: String
    var kind: String
    /// A number that stays as the field gets other names: rows are compared by it.
    var identity: Int
    var isRequired = false
    var isUnique = false
    var isIndexed = false
    var test: String?
    var formerName: String?
    var hasDefault = false
  }

  struct Table {
    var name: String
    var members: [Member]
    var formerName: String?
    var hasPairIndex = false
  }

  private var dice: Dice
  private(set) var tables: [Table] = []
  private var count = 0
  /// What the last change took away.
  private(set) var destructive: [String] = []

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    for _ in 0..<3 { addTable() }
  }

  // MARK: Lua

  var text: String {
    tables.map { table in
      let fields = table.members.map { "\($0.name) = \(constructor($0))" }.joined(separator: ", ")
      let renamed = table.formerName.map { ", renamed_from = \"\($0)\"" } ?? ""
      let pair =
        table.hasPairIndex && table.members.count > 1
        ? ", indexes = { index(\"\(table.members[0].name)\", \"\(table.members[1].name)\") }" : ""
      return "\(table.name) = entity \"\(table.name)\" { \(fields)\(pair)\(renamed) }"
    }.joined(separator: "\n")
  }

  private func constructor(_ member: Member) -> String {
    var options: [String] = []
    if member.isRequired { options.append("required = true") }
    if member.isUnique { options.append("unique = true") }
    if member.isIndexed, !member.kind.hasPrefix("belongs_to") { options.append("indexed = true") }
    if member.hasDefault { options.append("default = \(sample(member.kind, 0))") }
    if let test = member.test { options.append("validate = \(test)") }
    if let name = member.formerName { options.append("renamed_from = \"\(name)\"") }
    if member.kind.hasPrefix("belongs_to") { return "\(member.kind) { \(options.joined(separator: ", ")) }" }
    if let scale = member.kind.split(separator: " ").dropFirst().first { options.append("scale = \(scale)") }
    return "\(member.kind.split(separator: " ")[0]) { \(options.joined(separator: ", ")) }"
  }

  /// A value of a kind as Lua writes it; another number gives another value.
  private func sample(_ kind: String, _ number: Int) -> String {
    switch kind.split(separator: " ")[0] {
    case "text": "\"t\(number)\""
    case "real": "\(number).25"
    case "decimal": "\"\(number).5\""
    case "boolean": number % 2 == 0 ? "true" : "false"
    case "date": "\"2020-01-\(10 + number % 20)\""
    default: "\(number)"
    }
  }

  /// Rows for every table: different values in each, now and then none.
  mutating func rows(_ number: Int) -> String {
    var lines: [String] = []
    for table in tables {
      for _ in 0..<2 {
        count += 1
        let values = table.members.filter { !$0.kind.hasPrefix("belongs_to") && ($0.isRequired || dice.roll(4) > 0) }
        let fields = values.map { "\($0.name) = \(sample($0.kind, count))" }.joined(separator: ", ")
        lines.append("\(table.name):create { \(fields) }")
      }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Changes

  /// Changes one thing, and says what.
  mutating func change() -> String {
    destructive = []
    for index in tables.indices {
      tables[index].formerName = nil
      for place in tables[index].members.indices { tables[index].members[place].formerName = nil }
    }
    let table = dice.roll(tables.count)
    let member = dice.roll(tables[table].members.count)
    switch dice.roll(10) {
    case 0, 1: return addMember(to: table)
    case 2 where tables[table].members.count > 2: return drop(member, of: table)
    case 3: return rename(member, of: table)
    case 4: return retype(member, of: table)
    case 5: return rule(member, of: table)
    case 6:
      tables[table].members[member].isIndexed.toggle()
      return "index \(tables[table].members[member].name)"
    case 7:
      tables[table].hasPairIndex.toggle()
      return "pair index of \(tables[table].name)"
    case 8:
      let name = tables[table].name
      count += 1
      tables[table].name = "Table\(count)"
      tables[table].formerName = name
      for index in tables.indices {
        for place in tables[index].members.indices
        where tables[index].members[place].kind == "belongs_to \"\(name)\"" {
          tables[index].members[place].kind = "belongs_to \"\(tables[table].name)\""
        }
      }
      return "\(name) becomes \(tables[table].name)"
    default:
      if tables.count < 5 { addTable() }
      return "another table"
    }
  }

  private mutating func newMember(_ kind: String) -> Member {
    count += 1
    return Member(name: "f\(count)", kind: kind, identity: count)
  }

  private mutating func addTable() {
    count += 1
    tables.append(Table(name: "Table\(count)", members: [newMember("text"), newMember("integer")]))
  }

  private mutating func addMember(to table: Int) -> String {
    let target = tables[dice.roll(tables.count)].name
    var member = newMember(
      dice.pick(["text", "integer", "real", "decimal 2", "boolean", "date", "belongs_to \"\(target)\""]))
    if !member.kind.hasPrefix("belongs_to"), dice.roll(2) == 0 {
      member.hasDefault = true
      member.isRequired = dice.roll(2) == 0
    }
    tables[table].members.append(member)
    return "\(tables[table].name) gets \(member.name), \(member.kind)"
  }

  private mutating func drop(_ member: Int, of table: Int) -> String {
    let gone = tables[table].members.remove(at: member)
    destructive = ["\(tables[table].name).\(gone.name)"]
    return "\(destructive[0]) goes"
  }

  private mutating func rename(_ member: Int, of table: Int) -> String {
    let name = tables[table].members[member].name
    count += 1
    tables[table].members[member].name = "f\(count)"
    tables[table].members[member].formerName = name
    return "\(name) becomes f\(count)"
  }

  private mutating func retype(_ member: Int, of table: Int) -> String {
    let kind = tables[table].members[member].kind
    let kinds = ["integer": ["text", "real", "decimal 2"], "decimal 2": ["decimal 4", "text"], "date": ["text"]]
    guard let choices = kinds[kind], tables[table].members[member].test == nil else { return "nothing" }
    tables[table].members[member].kind = dice.pick(choices)
    return "\(tables[table].members[member].name) from \(kind) to \(tables[table].members[member].kind)"
  }

  private mutating func rule(_ member: Int, of table: Int) -> String {
    let kind = tables[table].members[member].kind
    guard !kind.hasPrefix("belongs_to") else { return "nothing" }
    switch dice.roll(4) {
    case 0:
      // What may be NULL becomes required only with a value for those rows.
      tables[table].members[member].isRequired.toggle()
      if tables[table].members[member].isRequired { tables[table].members[member].hasDefault = true }
    case 1 where kind == "integer" || kind == "real":
      let test = tables[table].members[member].test
      tables[table].members[member].test = test == nil ? "is.at_least(0)" : nil
    case 2 where kind == "text" || kind == "integer":
      tables[table].members[member].isUnique =
        !tables[table].members[member].isUnique && !tables[table].members[member].hasDefault
    default: tables[table].members[member].hasDefault.toggle()
    }
    // A default that all rows share is no value for a unique column.
    if tables[table].members[member].hasDefault { tables[table].members[member].isUnique = false }
    if tables[table].members[member].isRequired { tables[table].members[member].hasDefault = true }
    return "\(tables[table].members[member].name) has other rules"
  }
}
