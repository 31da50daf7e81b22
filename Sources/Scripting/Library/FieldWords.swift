import LuaRuntime
import Model
import Schema

extension Word {
  /// A constructor for each type of field that a person can write.
  static let fieldConstructors: [Word] = ColumnType.all.map { type in
    Word(type.name, "a field: \(type.summary)", type.example) { session in
      let function = session.lua.function(named: type.name) { [unowned session] call in
        type.reading == .document
          ? try Words(session).makeDocumentField(type, call) : try Words(session).makeField(type, call)
      }
      session.state(Constructors.self).all.append((type.name, function))
      return .function(function)
    }
  }
}

extension Words {
  /// Whether a value is the text of a number with more digits than a decimal has.
  private func hasTooManyDigits(_ value: LuaValue) -> Bool {
    guard var digits = value.text?[...] else { return false }
    if let sign = digits.first, "+-".contains(sign) { digits = digits.dropFirst() }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count < 3
      && parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) } }
  }

  fileprivate func makeField(_ type: ColumnType, _ call: LuaCall) throws -> Int {
    // `decimal "0.10"` is a value, `decimal { … }` a field.
    if type == .decimal, call.kind(1) != .table {
      guard let number = call.borrowed(1).decimal else {
        let value = call.value(1).described
        throw hasTooManyDigits(call.value(1)) ? WordError.longDecimal(value: value) : .notADecimal(value: value)
      }
      FieldCoding(session).push(number, on: call.stack)
      return 1
    }
    let position = call.location(level: 1).map { SourcePosition(source: $0.source, line: $0.line) }
    var reader = FieldReader(type: type, session: session, position: position)
    var words: String?
    do {
      guard case .table(let options) = call.value(1) else {
        throw Mistake(
          WordError.fieldWithoutOptions(type: type.name, example: type.example, value: call.value(1).described))
      }
      try reader.read(options)
    } catch let mistake as Mistake {
      words = mistake.words
    }
    let value = FieldValue(reader.field, serial: session.state(Numbers.self).nextSerial(), functions: reader.functions)
    value.mistake = words
    call.stack.push(value, as: session.types.field)
    return 1
  }
}
