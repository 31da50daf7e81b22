import LuaRuntime
import Schema

/// What is wrong with the options of a field or relation.
package struct Mistake: Error {
  package var words: String

  package init(_ mistake: DeclarationError) {
    self.init(words: mistake.message)
  }

  package init(words: String) {
    self.words = words
  }
}

/// Reads the options table of a field constructor.
package struct FieldReader {
  package var field: Field
  package var functions: [ScriptHook: LuaFunction] = [:]
  let session: SessionContext
  /// A value that can only be checked once the field's name and all options are known.
  private var defaultValue: LuaValue?
  var fallback: LuaValue?

  package init(type: ColumnType, session: SessionContext, position: SourcePosition?) {
    field = Field(name: "", type: type)
    field.position = position
    self.session = session
  }

  /// Reads all options.
  ///
  /// - Throws: `Mistake`; the entity adds its name, the field's and the constructor's position.
  package mutating func read(_ table: LuaTable) throws {
    let options = FieldOption.all(for: field.type)
    var entries: [(String, LuaValue)] = []
    var elements: [LuaValue] = []
    try table.forEach { key, value in
      switch key {
      case .string(let name): entries.append((name.lossyText, value))
      case .integer: break
      default: throw mistake(.optionNeedsName)
      }
    }
    for index in 0..<table.rawLength { elements.append(table[index + 1]) }
    try readChoices(elements)
    // In the order of the list, so that errors do not depend on the table's own order.
    for name in entries.map(\.0) where !options.contains(where: { $0.name == name }) {
      throw mistake(.unknownOption(option: name, known: options.map(\.name)))
    }
    // What values must fit comes before the values.
    for option in options.filter(\.saysStorage) + options.filter({ !$0.saysStorage }) {
      if let entry = entries.first(where: { $0.0 == option.name }) { try option.apply(&self, entry.1) }
    }
    if !field.isStoredAsNumber, field.keepsScale || field.scale > 18 { throw mistake(.scaleCannotBe) }
    try finishDefault()
    if let fallback { field.fallback = try stored(fallback, "fallback") }
    try checkTransient(entries.map(\.0))
    try checkGenerated(entries.map(\.0))
  }

  private func checkGenerated(_ names: [String]) throws {
    guard field.isGenerated else { return }
    if field.document != nil { throw mistake(.generatedDocument(type: field.type.name)) }
    for name in FieldOption.besideGenerated where names.contains(name) {
      throw mistake(.generatedOption(option: name))
    }
  }

  /// What is not in the database cannot be asked of it.
  private func checkTransient(_ names: [String]) throws {
    guard field.isTransient else { return }
    for name in ["primary_key", "unique", "indexed", "column", "encode", "decode"] where names.contains(name) {
      throw mistake(.transientOption(option: name))
    }
    if field.defaultSQL != nil { throw mistake(.transientOption(option: Self.databaseDefault)) }
  }

  private static let databaseDefault = "default = sql"

  func mistake(_ mistake: DeclarationError) -> Mistake { Mistake(mistake) }

  // MARK: Values of options

  func flag(_ value: LuaValue, _ option: String) throws -> Bool {
    guard case .boolean(let flag) = value else { throw mistake(.optionIsNoFlag(option: option)) }
    return flag
  }

  func text(_ value: LuaValue, _ option: String) throws -> String {
    guard case .string(let string) = value, let text = string.text, !text.isEmpty, !text.contains("\0") else {
      throw mistake(.optionIsNoText(option: option))
    }
    return text
  }

  mutating func readDefault(_ value: LuaValue) throws {
    if case .function(let function) = value {
      field.defaultValue = .function(keep(function))
    } else if let sql = value.userdata?.object(as: WrittenSQL.self) {
      (field.defaultSQL, field.isFilledByDatabase) = (sql.text, true)
    } else if field.document != nil {
      // What it is a document of may be declared later: it is taken when it is needed, each time anew.
      field.defaultValue = .function(
        keep(
          session.lua.function(named: "default") { call in
            call.push(value)
            return 1
          }))
    } else {
      defaultValue = value
    }
  }

  /// A default is checked as any value of the field is; the words of an enum must be known for that.
  private mutating func finishDefault() throws {
    guard let value = defaultValue else { return }
    field.defaultValue = .value(try stored(value, "default"))
  }

  private func stored(_ value: LuaValue, _ option: String) throws -> Value {
    // As it would stand in the database: what it is a document of may be declared later.
    if field.document != nil, field.encoder == nil {
      do throws(CastError) {
        return value.isSame(as: session.null) ? .null : .text(try JSONWriter.text(of: value, null: session.null))
      } catch {
        throw mistake(.optionUnfit(option: option, reason: error.words))
      }
    }
    do {
      return try session.lua.borrowing(value) { try FieldCoding(session).storedValue(of: field, from: $0) }
    } catch let refusal as CastError {
      throw mistake(.optionUnfit(option: option, reason: refusal.words))
    }
  }

  /// A function between scripts and the database; any value of the field may need it, the default first.
  func coder(_ value: LuaValue, _ option: String) throws -> ScriptHook {
    guard case .function(let function) = value else {
      throw mistake(.optionIsNoFunction(option: option, found: value.described))
    }
    let hook = session.state(Numbers.self).newHook()
    session.state(FieldFunctions.self).coders[hook] = function
    return hook
  }

  mutating func readTests(_ value: LuaValue, isNested: Bool = false) throws {
    if let test = TestValues(session).testValue(value) {
      try add(test)
    } else if case .function(let function) = value {
      field.tests.append(.function(TestFunction(keep(function))))
    } else if case .table(let list) = value, list.rawLength > 0, !isNested {
      for index in 1...list.rawLength { try readTests(list[index], isNested: true) }
    } else {
      throw mistake(.validateIsNoTest)
    }
  }

  private mutating func add(_ value: TestValue) throws {
    guard let test = value.test else {
      throw mistake(.testNeedsValue(test: value.name))
    }
    guard value.requests.isEmpty else { throw mistake(.testAsksRequest(test: value.name)) }
    do {
      // Each part of a conjunction has failures of its own.
      for part in test.conjuncts {
        // What scripts see of such a field may be anything.
        field.tests.append(field.encoder == nil ? try part.fitted(to: field) : part)
      }
      functions.merge(value.functions) { first, _ in first }
    } catch let error as SchemaError {
      throw mistake(.testUnfit(reason: error.description))
    }
  }

  private mutating func keep(_ function: LuaFunction) -> ScriptHook {
    let hook = session.state(Numbers.self).newHook()
    functions[hook] = function
    return hook
  }

  // MARK: Choices of an enum

  private mutating func readChoices(_ elements: [LuaValue]) throws {
    guard field.type == .enumeration else {
      if !elements.isEmpty { throw mistake(.optionsByNameOnly(type: field.type.name)) }
      return
    }
    for element in elements { field.choices.append(try choice(element)) }
    if field.choices.isEmpty { throw mistake(.enumIsEmpty) }
    for choice in field.choices where field.choices.filter({ $0.label == choice.label }).count > 1 {
      throw mistake(.wordTwice(word: choice.label))
    }
    try checkStoredChoices()
  }

  /// A stored value must lead back to its word, and a column has one storage class.
  private func checkStoredChoices() throws {
    for choice in field.choices {
      if field.choices.filter({ $0.stored == choice.stored }).count > 1 {
        throw mistake(.storedTwice(stored: choice.stored.excerpt))
      }
      switch (choice.stored, field.choices[0].stored) {
      case (.integer, .integer), (.real, .real), (.text, .text): break
      default: throw mistake(.storedMixed)
      }
    }
  }

  private func choice(_ element: LuaValue) throws -> Field.Choice {
    switch element {
    case .string(let word):
      guard let label = word.text else { break }
      return Field.Choice(label: label, stored: .text(label))
    case .table(let pair):
      guard case .string(let word) = pair[1], let label = word.text, let stored = Value(plain: pair[2]) else { break }
      return Field.Choice(label: label, stored: stored)
    default: break
    }
    throw mistake(.enumIsNoList)
  }
}
