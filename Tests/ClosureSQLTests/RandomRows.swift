import LuaRuntime
import SQLiteEngine
import Schema
import Store
import TestSupport

extension Laboratory {
  /// Fills both sides with the same random rows: NULLs, extremes, what patterns and collations stumble over.
  func fill(_ count: Int, _ dice: inout Dice) throws {
    try run("CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, size INTEGER) STRICT")
    try run(
      """
      CREATE TABLE row (
        id INTEGER PRIMARY KEY, n INTEGER, m INTEGER NOT NULL, x REAL, y REAL NOT NULL, s TEXT, t TEXT NOT NULL,
        b INTEGER, c INTEGER NOT NULL, d BLOB, e BLOB NOT NULL, team_id INTEGER REFERENCES team, w INTEGER,
        v INTEGER NOT NULL) STRICT
      """)
    try run(
      "CREATE TABLE badge (id INTEGER PRIMARY KEY, row_id INTEGER UNIQUE, label TEXT, level INTEGER NOT NULL) STRICT")
    let teams = lua.makeTable()
    for (id, (name, note, size)) in [("Red", nil, 3), ("Blue", "", nil), ("Rot", "x", 1)].enumerated()
      as EnumeratedSequence<[(String, String?, Int64?)]>
    {
      let values: [Value] = [
        .integer(Int64(id + 1)), .text(name), note.map { .text($0) } ?? .null, size.map { .integer($0) } ?? .null,
      ]
      try run("INSERT INTO team VALUES (?1, ?2, ?3, ?4)", values)
      teams[id + 1] = .table(table(Self.team, values))
    }
    let rows = lua.makeTable()
    for id in 1...count {
      let values = randomRow(Int64(id), &dice)
      try run("INSERT INTO row VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)", values)
      let row = table(Self.row, values)
      if case .integer(let team) = values[11] { row["team"] = teams[Int(team)] }
      if dice.roll(3) > 0 {
        let badge: [Value] = [
          .integer(Int64(1000 - id)), .integer(Int64(id)), dice.roll(3) == 0 ? .null : .text(dice.pick(Self.texts)),
          integer(&dice),
        ]
        try run("INSERT INTO badge VALUES (?1, ?2, ?3, ?4)", badge)
        row["badge"] = .table(table(Self.badge, badge))
      }
      rows[id] = .table(row)
    }
    lua.setGlobal("rows", .table(rows))
  }

  private func table(_ entity: Entity, _ values: [Value]) -> LuaTable {
    let result = lua.makeTable()
    for (field, value) in zip(entity.fields, values) {
      switch value {
      case .null: break
      case .integer(let integer):
        result[field.name] =
          switch field.type {
          case .boolean: .boolean(integer == 1)
          case .enumeration: .string(Self.words[Int(integer) - 1].label)
          default: .integer(integer)
          }
      case .real(let real): result[field.name] = .number(real)
      case .text(let text): result[field.name] = .string(text)
      case .data(let bytes), .brokenText(let bytes): result[field.name] = .string(LuaString(bytes: bytes))
      }
    }
    return result
  }

  private func randomRow(_ id: Int64, _ dice: inout Dice) -> [Value] {
    func maybe(_ value: Value, _ dice: inout Dice) -> Value { dice.roll(4) == 0 ? .null : value }
    return [
      .integer(id), maybe(integer(&dice), &dice), integer(&dice), maybe(real(&dice), &dice), real(&dice),
      maybe(.text(dice.pick(Self.texts)), &dice), .text(dice.pick(Self.texts)),
      maybe(.integer(Int64(dice.roll(2))), &dice), .integer(Int64(dice.roll(2))), maybe(bytes(&dice), &dice),
      bytes(&dice), maybe(.integer(Int64(1 + dice.roll(3))), &dice),
      maybe(word(&dice), &dice), word(&dice),
    ]
  }

  private static let texts = RandomClosures.texts + ["abab", "Osl", "éa", "日", "aab", "100%", "a\nb", "zz"]

  private func word(_ dice: inout Dice) -> Value { .integer(Int64(1 + dice.roll(Self.words.count))) }

  private func integer(_ dice: inout Dice) -> Value {
    .integer(
      dice.pick([
        0, 1, -1, 3, 20, 19, 2, 127, 128, -5, 7, 1 << 53, (1 << 53) + 1, .max, .min, .max - 1, 5, 10,
        Int64(dice.roll(40)) - 10,
      ]))
  }

  private func real(_ dice: inout Dice) -> Value {
    .real(
      dice.pick([
        // A table keeps no -0.0.
        0, 0, 1, -1, 2.5, 3, 20, 0.5, 1e300, -1e300, Double.leastNonzeroMagnitude, .infinity, -.infinity, 0x1p53,
        0x1p63, -0x1p63, -2.5,
        0.1,
        Double(dice.roll(100)) / 4 - 5,
      ]))
  }

  private func bytes(_ dice: inout Dice) -> Value {
    .data(
      dice.pick([
        [], [0], [0x61, 0x62], [0xFF], [0xC3], [0x61, 0, 0x62], Array("Oslo".utf8), [0x7F], [0x35], [0xC2, 0xBF],
      ])
    )
  }
}
