import LuaRuntime
import Model
import Query
import Schema

/// The values of a column, as the database would have them, and the field that they are of.
struct ValueColumn {
  var field: Field
  var values: [Value]
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
    let isWide = decimals.values.contains { $0.rescaled(to: scale).flatMap { Int64(exactly: $0.coefficient) } == nil }
    if isWide { return try realColumn() }
    return ValueColumn(field: field, values: try values.indices.map { try coefficient($0, scale) })
  }

  /// Decimals beside texts, as a column of decimals holds them that another program made: each value as it is.
  private func plainColumn() -> ValueColumn {
    let plain = values.indices.map { place in decimals[place].map(Value.init) ?? Value(plain: values[place]) ?? .null }
    return ValueColumn(field: Field(name: name, type: .any), values: plain)
  }

  /// Decimals of more digits than a column of them holds, such as thirds, go on as real numbers, as those that the
  /// database computes do.
  private func realColumn() throws -> ValueColumn {
    let numbers = try values.indices.map { place -> Value in
      if values[place].isNil { return .null }
      if let number = decimals[place] { return .real(number.real) }
      guard case .integer(let whole) = values[place] else {
        throw ScriptError(RequestError.computedOther(value: values[place].described))
      }
      return .real(Double(whole))
    }
    return ValueColumn(field: Field(name: name, type: .real), values: numbers)
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

  /// Of decimals and integers, the integer that each is without its point.
  private func coefficient(_ place: Int, _ scale: Int) throws -> Value {
    if values[place].isNil { return .null }
    var number = decimals[place]
    if case .integer(let whole) = values[place] { number = DecimalNumber(Int128(whole), scale: 0) }
    guard let scaled = number?.rescaled(to: scale),
      let coefficient = Int64(exactly: scaled.coefficient)
    else {
      throw ScriptError(RequestError.computedOther(value: values[place].described))
    }
    return .integer(coefficient)
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
