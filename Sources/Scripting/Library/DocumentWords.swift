import LuaRuntime
import Model
import Schema

extension Words {
  /// `embedded "Address"`, `list_of("Address", { … })`, `variant { circle = real {}, none = true }`.
  func makeDocumentField(_ type: ColumnType, _ call: LuaCall) throws -> Int {
    let position = call.location(level: 1).map { SourcePosition(source: $0.source, line: $0.line) }
    let value = FieldValue(
      Field(name: "", type: type), serial: session.state(Numbers.self).nextSerial(), functions: [:])
    value.field.position = position
    do {
      var reader = DocumentFieldReader(session: session, type: type)
      let (kind, options) = try reader.read(call.value(1))
      value.field.document = Document(kind)
      value.readOptions = { [unowned session, unowned value] in Words(session).read(options: $0, of: value) }
      if let options { Words(session).read(options: .table(options), of: value) }
      if call.argumentCount > 1 { Words(session).read(options: call.value(2), of: value) }
    } catch let mistake as Mistake {
      value.mistake = mistake.words
    }
    call.stack.push(value, as: session.types.field)
    return 1
  }

  /// Reads the options of a field whose documents are known.
  private func read(options: LuaValue, of value: FieldValue) {
    do {
      guard case .table(let table) = options else {
        throw Mistake(WordError.optionsNotATable(value: options.described))
      }
      var reader = FieldReader(type: value.field.type, session: session, position: value.field.position)
      reader.field.document = value.field.document
      try reader.read(table)
      value.field = reader.field
      value.functions.merge(reader.functions) { _, new in new }
    } catch let mistake as Mistake {
      value.mistake = mistake.words
    } catch {
      value.mistake = "\(error)"
    }
  }
}

/// Reads what the documents of a field are.
private struct DocumentFieldReader {
  let session: SessionContext
  let type: ColumnType

  /// The documents, and the options that a variant has among its cases.
  mutating func read(_ value: LuaValue) throws -> (Document.Kind, LuaTable?) {
    if type == .variant { return try cases(value) }
    let element = try self.element(value)
    switch type {
    case .listOf: return (.list(element), nil)
    case .mapOf: return (.map(element), nil)
    default:
      guard case .object = element else { throw Mistake(words: expectation(value)) }
      return (element, nil)
    }
  }

  private func expectation(_ value: LuaValue) -> String {
    "\(type.name) takes the name of an entity, as in \(type.example); not \(value.described)"
  }

  /// An entity by its name, or a field for values that are no objects.
  private func element(_ value: LuaValue) throws -> Document.Kind {
    if case .string(let name) = value, let text = name.text, !text.isEmpty { return .object(text) }
    guard let field = value.userdata?.object(as: FieldValue.self) else { throw Mistake(words: expectation(value)) }
    return try self.element(field)
  }

  private func element(_ value: FieldValue) throws -> Document.Kind {
    if let mistake = value.mistake { throw Mistake(words: mistake) }
    if let owner = value.owner { throw Mistake(WordError.valueOfOther(owner: owner)) }
    let field = value.field
    let concernsRows = field.isPrimaryKey || field.isUnique || field.isIndexed || field.isReadonly || field.isTransient
    if concernsRows || field.defaultValue != nil || field.defaultSQL != nil || field.fallback != nil
      || !field.column.isEmpty
    {
      throw Mistake(WordError.columnInDocument(type: field.type.name))
    }
    value.owner = "a document"
    session.state(FieldFunctions.self).documentTests.merge(value.functions) { _, new in new }
    return .value(field)
  }

  // MARK: Variants

  private func cases(_ value: LuaValue) throws -> (Document.Kind, LuaTable?) {
    guard case .table(let table) = value else {
      throw Mistake(WordError.variantWithoutTable(example: type.example, value: value.described))
    }
    let optionNames = FieldOption.all(for: type).map(\.name)
    let options = session.lua.makeTable()
    var cases: [(serial: Int, case: Document.Case)] = []
    for (key, value) in table.entries() {
      guard let name = key.text, !name.isEmpty, !name.contains("\0") else {
        throw Mistake(WordError.variantCaseWithoutName)
      }
      let field = value.userdata?.object(as: FieldValue.self)
      if field == nil, optionNames.contains(name) {
        options[name] = value
      } else {
        cases.append((field?.serial ?? .max, Document.Case(name: name, payload: try payload(name, value))))
      }
    }
    guard !cases.isEmpty else { throw Mistake(WordError.variantWithoutCases(example: type.example)) }
    // In the order of writing, as far as a table tells; the others by their names.
    let sorted = cases.sorted { ($0.serial, $0.case.name) < ($1.serial, $1.case.name) }
    return (.variant(sorted.map(\.case)), options)
  }

  private func payload(_ name: String, _ value: LuaValue) throws -> Document.Kind? {
    if case .boolean(true) = value { return nil }
    do throws(any Error) {
      return try element(value)
    } catch let mistake as Mistake {
      guard value.userdata?.object(as: FieldValue.self) != nil else {
        throw Mistake(WordError.notAVariantCase(name: name, value: value.described))
      }
      throw Mistake(WordError.inVariantCase(name: name, reason: mistake.words))
    }
  }
}
