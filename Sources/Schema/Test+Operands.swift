/// What a field with an `encode` function stores for a value that it is compared with; in truths, 1 and 0 stand for true
/// and false.
package typealias OperandEncoder = (Value, _ isTruth: Bool, Field) throws -> Value

extension TestArguments {
  /// Of which class a part of JSON is that equals the operand at a place; nil for NULL.
  fileprivate func partClass(at place: Int) -> PartClass? {
    truths.contains(place) && values[place] != .null ? .truth : PartClass(values[place])
  }
}

extension TestKind {
  /// The arguments with operands as the field stores them.
  func fitted(_ arguments: TestArguments, to field: Field, encoder: OperandEncoder?) throws -> TestArguments {
    try checkSubject(field, arguments)
    if field.relation == nil || !arguments.keys.isEmpty, let entity = arguments.entities.min() {
      throw SchemaError.operand(
        field: field.name, type: field.type.name, value: withArticle(entity), expected: field.type.expected)
    }
    if !arguments.days.isEmpty, field.type.calendar == nil {
      throw SchemaError.momentOperand(field: field.name, type: field.type.name, expected: field.type.expected)
    }
    var result = arguments
    if field.type.calendar == .day { for (place, day) in arguments.days { result.values[place] = day } }
    result.days = [:]
    if field.type == .any, field.encoder == nil {
      for (place, number) in arguments.decimals { result.values[place] = number }
    }
    result.decimals = [:]
    result.collation = field.collation
    if field.isPartOfJSON {
      result.values = result.values.map(\.ofJSON)
      result.part = partClass(of: result)
      if result.part == .table { result.collation = .json }
      let hasTruths = !result.truths.isEmpty && !result.areTruths
      let isMixed = result.part == nil || hasTruths || result.contains(.null)
      if operands == .list, isMixed, result.requests.isEmpty {
        result.parts = result.indices.map { result.partClass(at: $0) }
      }
      if let text = arguments.table, arguments.isTableAlone {
        result.values = [.text(text)]
        return result
      }
    }
    if let text = arguments.table, field.encoder == nil, field.type == .json || field.document != nil {
      result.values = [field.document == nil ? .text(text) : try encoder?(.text(text), false, field) ?? .text(text)]
      return result
    }
    let takesTables = field.isComparedWhole && operands == .list
    if arguments.isTableAlone || !arguments.tables.isEmpty && !takesTables {
      let found = "a table"
      throw SchemaError.operand(
        field: field.name, type: field.type.name, value: found, expected: field.type.expected)
    }
    result.values = try result.values.enumerated().map { place, value in
      if let text = arguments.tables[place] {
        return field.document == nil ? .text(text) : try encoder?(.text(text), false, field) ?? .text(text)
      }
      guard let encoder, field.encoder != nil, comparesValues, value != .null else {
        if field.type == .json, arguments.areTruths || arguments.truths.contains(place) {
          return .text(value == .integer(0) ? "false" : "true")
        }
        // The keys of objects are as they are stored.
        if comparesValues, arguments.entities.isEmpty {
          try field.checkTakes(value, isTruth: arguments.isTruth(at: place))
        }
        return try fitted(value, to: field)
      }
      return try encoder(value, arguments.areTruths, field)
    }
    if comparesValues {
      let words = arguments.values.map { field.words($0) }
      if words != result.values.map(\.excerpt) { result.words.list = words }
    }
    return result
  }

  /// The class of what is asked of a part of JSON.
  private func partClass(of arguments: TestArguments) -> PartClass? {
    switch operands {
    case .none: return subject == .anything ? nil : .text
    case .counts, .pattern, .text: return .text
    case .values, .list:
      if arguments.isTableAlone { return .table }
      return arguments.areTruths ? .truth : PartClass(arguments.values)
    }
  }

  private func fitted(_ value: Value, to field: Field) throws(SchemaError) -> Value {
    switch operands {
    case .none, .counts, .pattern: value
    case .text: try field.part(value)
    case .values, .list: try field.operand(value)
    }
  }

  /// Whether it can be asked of what the field holds: bytes have no letters, and the text of a document is nothing that
  /// a person wrote.
  private func checkSubject(_ field: Field, _ arguments: TestArguments) throws(SchemaError) {
    switch subject {
    case .anything: return
    case .days:
      // A column of another program may hold days whatever it is declared as.
      guard field.type.calendar == nil, field.storage != .any else { return }
      throw .testNeedsDays(test: name, field: field.name, type: field.type.name)
    case .text, .letters:
      let knowsLetters = subject == .letters || arguments.ignoresCase
      let storages: [Storage] = knowsLetters ? [.text, .any] : [.text, .any, .data]
      guard field.document != nil || field.nature.isNumeric || !storages.contains(field.storage) && !field.isLoose
      else { return }
      throw .testNeedsText(test: name, field: field.name, type: field.type.name)
    }
  }
}

extension TestKind {
  /// Whether its operands are values of the field's own type.
  private var comparesValues: Bool {
    switch operands {
    case .values, .list: true
    case .none, .text, .pattern, .counts: false
    }
  }
}

extension TestArguments {
  fileprivate func isTruth(at place: Int) -> Bool { (areTruths || truths.contains(place)) && values[place] != .null }
}

extension Field {
  /// Refuses to compare true or false, which are 1 and 0 here, with what holds numbers or texts, and the other way round.
  fileprivate func checkTakes(_ value: Value, isTruth: Bool) throws(SchemaError) {
    guard value != .null, type != .any, encoder == nil, isTruth != (type == .boolean) else { return }
    let found = isTruth ? (value != .integer(0)).description : value.excerpt
    throw .operand(field: name, type: type.name, value: found, expected: type.expected)
  }

  /// A part to look for in this field: bytes in bytes, text in text.
  fileprivate func part(_ value: Value) throws(SchemaError) -> Value {
    switch (value, storage) {
    case (.text(let text), .data): return .data(Array(text.utf8))
    case (.text, _), (.data, .any), (.data, .data): return value
    default:
      throw .operand(field: name, type: type.name, value: value.excerpt, expected: type.expected)
    }
  }

  /// A value to compare this field with, as the field stores it.
  ///
  /// Numbers compare with numbers of either kind, exactly.
  package func operand(_ value: Value) throws(SchemaError) -> Value {
    if isPartOfJSON, type == .any, value.isText || value.ofJSON != value { return value.ofJSON }
    if type == .json, encoder == nil, value != .null {
      guard let text = value.json else {
        throw .operand(field: name, type: type.name, value: value.excerpt, expected: type.expected)
      }
      return .text(text)
    }
    if comparesDecimals, encoder == nil, let number = value.withCell({ DecimalNumber(any: $0) }) {
      return isNumeric ? number.storedNumber ?? .text(number.description) : .text(number.description)
    }
    if isLoose, let other = otherOperand(value) { return other }
    // What a column would not keep as it is may still be asked for.
    if type == .any, encoder == nil, nature.conversion.changes(value) { return value }
    let storesNumbers =
      (type.reading != .decimal || isStoredAsNumber) && (storage == .integer || storage == .real || storage == .any)
    switch value {
    case .null: return value
    // The truth of a script is 1 or 0 by the time it comes here.
    case .integer(0), .integer(1): if storesNumbers, type != .enumeration { return value }
    case .integer, .real: if storesNumbers, type != .boolean, type != .enumeration { return value }
    default: break
    }
    let stored = value.withCell { self.stored(Input($0)) }
    switch stored {
    // Bytes that are good as text are text in a column of text: the two are never equal.
    case .same:
      guard case .data(let bytes) = value, storage == .text else { return value }
      return .text(String(decoding: bytes, as: UTF8.self))
    case .value(let value): return value
    case .refused(let expected):
      if let between = decimalOperand(value) { return between }
      var expected = expected
      if case .text(let word) = value { expected += suggestion(for: word, in: choices.map(\.label)).fullStopBefore }
      throw .operand(field: name, type: type.name, value: value.excerpt, expected: expected)
    }
  }

  /// A value of a class that only a loose column may hold, which compares as it is: a text in a column of numbers, a
  /// number in one of bytes.
  private func otherOperand(_ value: Value) -> Value? {
    guard encoder == nil else { return nil }
    // No text that looks like a number is there, and one may be meant as that; one with a NUL is bytes, as ever.
    func other(_ text: String) -> Value? {
      var text = text
      return text.withUTF8 { bytes in
        let bytes = UnsafeRawBufferPointer(bytes)
        return looksNumeric(bytes) ? nil : isStorableText(bytes) ? value : .data(Array(bytes))
      }
    }
    switch (type, value) {
    case (.integer, .text(let text)), (.real, .text(let text)): return other(text)
    case (.decimal, .text(let text)) where isStoredAsNumber: return other(text)
    case (.data, .integer), (.data, .real): return value
    default: return nil
    }
  }

  /// What compares with the stored integers of a decimal as a decimal does that the field cannot hold: `1.501` stands
  /// between the stored 150 and 151, and so does 150.5; what is larger than every integer is a real number, too.
  private func decimalOperand(_ value: Value) -> Value? {
    guard type.reading == .decimal, let number = DecimalNumber(value) else { return nil }
    if isStoredAsNumber { return .real(number.real) }
    if number.scale <= scale {
      guard let raised = number.rescaled(to: scale) else { return nil }
      return .real(Double(raised.coefficient))
    }
    guard let power = DecimalNumber.power(number.scale - scale) else { return nil }
    let (quotient, rest) = number.coefficient.quotientAndRemainder(dividingBy: power)
    if Int64(exactly: quotient) == nil { return .real(Double(quotient)) }
    // Beyond that there is no real number between two integers.
    guard quotient.magnitude < 1 << 52 else { return nil }
    return .real(Double(quotient) + (rest < 0 ? -0.5 : 0.5))
  }

  /// A value as a message says it that a test of this field was given.
  fileprivate func words(_ value: Value) -> String {
    switch value {
    case .integer(let truth) where type == .boolean: truth == 0 ? "false" : "true"
    case .text(let text) where type.reading == .decimal && DecimalNumber(text.utf8) != nil: text
    default: value.excerpt
    }
  }
}

extension String {
  /// The sentence behind another one.
  fileprivate var fullStopBefore: String { isEmpty ? "" : "." + self }
}

extension DecimalNumber {
  /// The number that a script gave as an integer or as decimal text.
  fileprivate init?(_ value: Value) {
    switch value {
    case .integer(let integer): self.init(Int128(integer), scale: 0)
    case .text(let text): self.init(text.utf8)
    default: return nil
    }
  }
}

extension Input {
  /// A stored value seen as something that a script gives.
  package init(_ cell: Cell) {
    switch cell.kind {
    case .null: self = .null
    case .integer: self = .integer(cell.integer)
    case .real: self = .real(cell.real)
    case .text, .data: self = .text(cell.bytes)
    }
  }
}
