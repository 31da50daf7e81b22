import LuaRuntime
import Model
import Schema

extension Word {
  static let belongsTo = relation(
    .belongsTo, "a relation N:1: this side has the column", #"team = belongs_to "Team" { on_delete = "cascade" }"#)
  static let hasMany = relation(
    .hasMany, "a relation 1:N: the other side has the column", #"players = has_many "Player""#)
  static let hasOne = relation(
    .hasOne, "a relation 1:1: the other side has the column", #"passport = has_one "Passport""#)

  static let manyToMany = relation(
    .manyToMany, "a relation N:M: a table of links has both columns", #"tags = many_to_many "Tag""#)

  private static func relation(_ kind: Relation.Kind, _ summary: String, _ example: String) -> Word {
    Word(kind.rawValue, summary, example) { session in
      let function = session.lua.function(named: kind.rawValue) { [unowned session] call in
        try Words(session).makeRelation(kind, call)
      }
      session.state(Constructors.self).all.append((kind.rawValue, function))
      return .function(function)
    }
  }
}

/// What a relation does beside being a value: a table that follows it is its options.
enum RelationWord {
  static var metamethods: HostFunctions {
    [
      "__tostring": { $0.returning("relation") },
      "__call": { call in
        guard let value = call.object(1, as: RelationValue.self) else { return 0 }
        value.read(call.value(2))
        call.stack.copy(1)
        return 1
      },
    ]
  }

  static func options(of kind: Relation.Kind) -> [String] {
    switch kind {
    case .belongsTo:
      [
        "on_delete", "on_update", "inverse", "column", "references", "required", "unique", "primary_key",
        "renamed_from",
      ]
    case .hasOne: ["inverse"]
    case .hasMany: ["inverse", "ordered"]
    case .manyToMany: ["inverse", "through", "table", "ordered", "renamed_from"]
    }
  }
}

extension Words {
  fileprivate func makeRelation(_ kind: Relation.Kind, _ call: LuaCall) throws -> Int {
    let position = call.location(level: 1).map { SourcePosition(source: $0.source, line: $0.line) }
    guard call.stack.kind(1) == .string, let target = call.string(1), !target.isEmpty else {
      throw WordError.relationWithoutEntity(kind: kind.rawValue, value: call.value(1).described, position: position)
    }
    let value = RelationValue(
      Relation(name: "", kind: kind, target: target), serial: session.state(Numbers.self).nextSerial())
    value.relation.position = position
    if call.argumentCount > 1 { value.read(call.value(2)) }
    call.stack.push(value, as: session.types.relation)
    return 1
  }
}

extension RelationValue {
  /// Reads the options of a relation; what is wrong with them is kept until its name is known.
  fileprivate func read(_ options: LuaValue) {
    do throws(Mistake) { try readAll(options) } catch { mistake = error.words }
  }

  private func readAll(_ options: LuaValue) throws(Mistake) {
    guard case .table(let table) = options else {
      throw Mistake(WordError.optionsNotATable(value: options.described))
    }
    let known = RelationWord.options(of: relation.kind)
    for (key, value) in table.entries().sorted(by: { $0.0.described < $1.0.described }) {
      guard case .string(let string) = key else { throw Mistake(WordError.optionsWithoutNames) }
      let name = string.lossyText
      guard known.contains(name) else {
        throw Mistake(WordError.noOption(name: name, candidates: known))
      }
      try read(name, value)
    }
  }

  private func read(_ name: String, _ value: LuaValue) throws(Mistake) {
    switch name {
    case "on_delete": relation.onDelete = try rule(name, value)
    case "on_update": relation.onUpdate = try rule(name, value)
    case "inverse": relation.inverse = try text(name, value)
    case "column": columns = try names(name, value)
    case "references": relation.references = try names(name, value)
    case "through": relation.through = try text(name, value)
    case "table": relation.table = try text(name, value)
    case "ordered": relation.isOrdered = try flag(name, value)
    case "renamed_from": relation.formerName = try text(name, value)
    case "required": relation.isRequired = try flag(name, value) || relation.isPrimaryKey
    case "primary_key":
      relation.isPrimaryKey = try flag(name, value)
      // What tells rows apart is never missing.
      if relation.isPrimaryKey { relation.isRequired = true }
    default: relation.isUnique = try flag(name, value)
    }
    for (option, rule) in [("on_delete", relation.onDelete), ("on_update", relation.onUpdate)]
    where relation.isRequired && rule == .nullify {
      throw Mistake(WordError.nullifiedRequired(option: option))
    }
    if relation.through != nil, relation.table != nil {
      throw Mistake(WordError.tableAndThrough)
    }
  }

  private func rule(_ name: String, _ value: LuaValue) throws(Mistake) -> Relation.DeleteRule {
    guard case .string(let word) = value, let rule = Relation.DeleteRule(rawValue: word.lossyText) else {
      throw Mistake(WordError.ruleOfKey(option: name, value: value.described))
    }
    return rule
  }

  /// One name, or a list of them where the other side's key has several columns.
  private func names(_ option: String, _ value: LuaValue) throws(Mistake) -> [String] {
    guard case .table(let list) = value, list.rawLength > 1 else { return [try text(option, value)] }
    var names: [String] = []
    for element in list.elements { names.append(try text(option, element)) }
    return names
  }

  private func text(_ name: String, _ value: LuaValue) throws(Mistake) -> String {
    guard case .string(let string) = value, let text = string.text, !text.isEmpty, !text.contains("\0") else {
      throw Mistake(WordError.optionNotText(option: name))
    }
    return text
  }

  private func flag(_ name: String, _ value: LuaValue) throws(Mistake) -> Bool {
    guard case .boolean(let flag) = value else { throw Mistake(WordError.optionNotAFlag(option: name)) }
    return flag
  }
}
