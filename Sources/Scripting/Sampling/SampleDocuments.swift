import LuaRuntime
import Model
import Samples
import Schema

/// Values of documents, as scripts write them: tables of members, lists, maps, cases of variants.
struct SampleDocuments {
  let session: SessionContext
  /// How many documents stand around this one: entities may hold themselves.
  private var depth = 0

  private static let deepest = 3
  /// The names under which maps hold values.
  private static let names = ["home", "work", "first", "other"]

  init(session: SessionContext) {
    self.session = session
  }

  private var inner: SampleDocuments {
    var result = self
    result.depth += 1
    return result
  }

  /// Nil where no value was found.
  func value(of kind: Document.Kind, _ dice: inout SampleDice) throws -> LuaValue? {
    switch kind {
    case .value(let field): return try value(of: field, Entity(name: "", table: "", fields: []), &dice)
    case .object(let name): return try object(name, &dice)
    case .list(let element):
      let list = session.lua.makeTable()
      for place in 0..<count(&dice) {
        guard let value = try inner.value(of: element, &dice) else { return nil }
        list[place + 1] = value
      }
      return .table(list)
    case .map(let element):
      let map = session.lua.makeTable()
      let first = dice.roll(Self.names.count)
      for place in 0..<count(&dice) {
        guard let value = try inner.value(of: element, &dice) else { return nil }
        map[Self.names[(first + place) % Self.names.count]] = value
      }
      return .table(map)
    case .variant(let cases): return try oneCase(of: cases, &dice)
    }
  }

  /// So deep no more elements stand in lists, which may be of what they stand in.
  private func count(_ dice: inout SampleDice) -> Int { depth >= Self.deepest ? 0 : 1 + dice.roll(3) }

  private func oneCase(of cases: [Document.Case], _ dice: inout SampleDice) throws -> LuaValue? {
    let shallow = cases.filter { $0.payload == nil }
    let choice = dice.pick(depth >= Self.deepest && !shallow.isEmpty ? shallow : cases)
    let table = session.lua.makeTable()
    guard let payload = choice.payload else {
      table[choice.name] = .boolean(true)
      return .table(table)
    }
    guard let value = try inner.value(of: payload, &dice) else { return nil }
    table[choice.name] = value
    return .table(table)
  }

  private func object(_ name: String, _ dice: inout SampleDice) throws -> LuaValue? {
    guard depth <= 2 * Self.deepest, let model = session.entities.model(name) else { return nil }
    let entity = try model.context(in: session.databases.main).entity
    let table = session.lua.makeTable()
    for (slot, field) in entity.fields.enumerated() {
      if field.isGenerated || field.relation != nil || slot == entity.kindSlot || slot == entity.automaticKeySlot {
        continue
      }
      guard let value = try inner.value(of: field, entity, &dice) else {
        if field.isRequired || field.document == nil { return nil }
        continue
      }
      table[field.name] = value
    }
    return .table(table)
  }

  private func value(of field: Field, _ entity: Entity, _ dice: inout SampleDice) throws -> LuaValue? {
    let mayBeMissing = !entity.name.isEmpty && !field.isRequired && field.defaultValue == nil
    if let document = field.document, field.decoder == nil {
      if mayBeMissing, depth >= Self.deepest { return .nil }
      return try value(of: document.kind, &dice)
    }
    let sampler = ValueSampler(field)
    if mayBeMissing, sampler.takesNull, dice.once(in: 10) { return .nil }
    return sampler.value(&dice).map { plain($0, field) }
  }

  /// A stored value as a script would give it: the word of an enum, the text of a decimal, the table of a json.
  func plain(_ stored: Value, _ field: Field) -> LuaValue {
    switch (field.type.reading, stored) {
    case (_, .null): return .nil
    case (.boolean, .integer(let truth)): return .boolean(truth == 1)
    case (.label, _), (.decimal, _):
      return stored.withCell { field.label(of: $0) }.map { .string(LuaString($0)) } ?? LuaValue(stored)
    case (.json, .text(let text)): return json(text)
    default: return LuaValue(stored)
    }
  }

  private func json(_ text: String) -> LuaValue {
    let value = Value.text(text)
    let field = Field(name: "sample", type: .json)
    let entity = Entity(name: "", table: "", fields: [field])
    let read = try? value.withCell { try FieldCoding(session).value(of: $0, as: field, of: entity) }
    return read ?? .nil
  }
}
