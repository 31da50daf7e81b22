import LuaRuntime
import Model
import Query
import Schema

/// The values of a column, as the database would have them, and the field that they are of.
struct ValueColumn {
  var field: Field
  var values: [Value]
}

extension ValueColumn {
  /// The same where what is no number is nothing, as it is to a database.
  var withoutNaN: ValueColumn {
    var result = self
    result.values = values.map { if case .real(let number) = $0, number.isNaN { .null } else { $0 } }
    return result
  }
}

/// What a function of the script gave for one row after another: numbers, texts, truths or decimals.
struct GatheredValues {
  private let name: String
  private let session: SessionContext
  /// As they were given.
  private(set) var values: [LuaValue] = []
  private var decimals: [Int: DecimalNumber] = [:]
  private var areTruths = true

  init(_ name: String, _ session: SessionContext) {
    self.name = name
    self.session = session
  }

  mutating func add(_ value: LuaValue) throws {
    let value = try value.asComputed(session)
    if let number = value.decimal { decimals[values.count] = number }
    if !value.isNil, value.kind != .boolean { areTruths = false }
    values.append(value)
  }

  func column() throws -> ValueColumn {
    guard let scale = decimals.values.map(\.scale).max() else {
      if !areTruths, values.contains(where: { $0.kind == .boolean }) { return try mixedColumn() }
      let field = Field(
        name: name, type: areTruths && values.contains { !$0.isNil } ? .boolean : .any)
      return ValueColumn(field: field, values: values.map { Value(plain: $0) ?? .null })
    }
    if values.contains(where: \.isText) { return plainColumn() }
    var field = Field(name: name, type: .decimal)
    field.scale = scale
    let numbers = try values.indices.map(number)
    let coefficients = numbers.map { number -> Value? in
      guard let number else { return .null }
      return number.rescaled(to: scale).flatMap { Int64(exactly: $0.coefficient) }.map { .integer($0) }
    }
    let known = coefficients.compactMap(\.self)
    let areAddedUp =
      known.reduce(Int128(0)) { sum, value in
        if case .integer(let integer) = value { sum + Int128(integer.magnitude) } else { sum }
      } <= Int128(Int64.max)
    if known.count == numbers.count, areAddedUp { return ValueColumn(field: field, values: known) }
    // Thirds, or the large beside the small: no scale is common to integers of 64 bits, or to their sum.
    field = Field(name: name, type: .wideDecimal)
    field.scale = scale
    return ValueColumn(field: field, values: numbers.map { $0.map { .data($0.ordered) } ?? .null })
  }

  /// The same as rows show it: an integer beside decimals stays one, and each decimal has its own digits.
  func shownColumn() throws -> ValueColumn {
    var result = try column()
    guard result.field.type.reading == .decimal else { return result }
    let scale = result.field.scale
    let areAlike = decimals.values.allSatisfy { $0.scale == scale }
    guard !areAlike || values.contains(where: { if case .integer = $0 { true } else { false } }) else { return result }
    result.field = Field(name: name, type: .wideDecimal)
    result.field.scale = scale
    result.values = values.indices.map { place in
      guard let number = decimals[place] else { return Value(plain: values[place]) ?? .null }
      return number.scale == scale ? .data(number.ordered) : .text(number.description)
    }
    return result
  }

  /// Decimals beside texts, as a column of decimals holds them that another program made: each value as it is.
  private func plainColumn() -> ValueColumn {
    let plain = values.indices.map { place in decimals[place].map(Value.init) ?? Value(plain: values[place]) ?? .null }
    var field = Field(name: name, type: .any)
    // A column of decimals shows them with the digits that all have; what is none of them stays what it is.
    let scales = Set(decimals.values.map(\.scale))
    let areNumbers = values.indices.contains { decimals[$0] == nil && values[$0].kind == .number }
    if let scale = scales.first, scales.count == 1, !areNumbers {
      field.type = .decimal
      (field.scale, field.isStoredAsNumber) = (scale, true)
    }
    return ValueColumn(field: field, values: plain)
  }

  /// Truths among other values, which a column of plain values would hold as 1 and 0.
  private func mixedColumn() throws -> ValueColumn {
    let texts = try values.map { value -> Value in
      guard !value.isNil else { return .null }
      guard let text = try? JSONWriter.text(of: value, null: session.null) else {
        throw ScriptError(RequestError.computedOther(value: value.described))
      }
      return .text(text)
    }
    return ValueColumn(field: Field(name: name, type: .json), values: texts)
  }

  /// Of decimals and integers, the decimal that each is; nil for nil.
  private func number(_ place: Int) throws -> DecimalNumber? {
    if values[place].isNil { return nil }
    if let number = decimals[place] { return number }
    guard case .integer(let whole) = values[place] else {
      let value = values[place]
      throw ScriptError(RequestError.computedBesideDecimals(value: value.described, isFloat: value.kind == .number))
    }
    return DecimalNumber(Int128(whole), scale: 0)
  }
}

extension LuaValue {
  /// What a function computed for a row, as scripts see it.
  func asComputed(_ session: SessionContext) throws -> LuaValue {
    if isNil || isSame(as: session.null) { return .nil }
    guard decimal != nil || Value(plain: self) != nil else {
      throw ScriptError(RequestError.computedOther(value: FieldCoding(session).words(for: self)))
    }
    return self
  }

  fileprivate var isText: Bool {
    if case .string = self { return true }
    return false
  }

  fileprivate var decimal: DecimalNumber? {
    guard case .userdata(let userdata) = self else { return nil }
    return userdata.object(as: DecimalValue.self)?.number
  }
}
