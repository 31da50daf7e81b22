import Encodings
import Schema

/// An attribute of Xcode's data models as a field of Moonshell's.
///
///     attributeType="Integer 16" minValueString="0"   // moon.integer { bits = 16, validate = is.at_least(0) }
struct CoreDataField {
  private let attribute: CoreDataModel.Attribute
  var isUnique = false
  var isIndexed = false
  var isKey: Bool
  /// The column, where it is not the name.
  var column: String?

  init(_ attribute: CoreDataModel.Attribute) {
    self.attribute = attribute
    isKey = attribute.isPrimaryKey
  }

  /// Whether values of its type tell rows apart.
  var canBeKey: Bool { ["integer", "text", "uuid"].contains(type) && !attribute.isTransient }

  /// The call that makes the field.
  var text: String {
    var options: [String] = []
    if let bits { options.append("bits = \(bits)") }
    if isKey { options.append("primary_key = true") }
    if isKey, type == "uuid", defaultText == nil { options.append("auto = true") }
    if let column { options.append("column = \(Self.literal(column))") }
    if !attribute.isOptional, !isKey, !attribute.isTransient { options.append("required = true") }
    if isUnique, !isKey { options.append("unique = true") }
    if isIndexed, !isUnique, !isKey { options.append("indexed = true") }
    if attribute.isTransient { options.append("transient = true") }
    if let defaultText { options.append("default = \(defaultText)") }
    if !tests.isEmpty {
      options.append("validate = " + (tests.count == 1 ? tests[0] : "{ \(tests.joined(separator: ", ")) }"))
    }
    if let name = attribute.formerName { options.append("renamed_from = \(Self.literal(name))") }
    return "moon.\(type) {" + (options.isEmpty ? "" : " \(options.joined(separator: ", ")) ") + "}"
  }

  private var type: String {
    switch attribute.type {
    case "Integer 16", "Integer 32", "Integer 64": "integer"
    case "Decimal": "decimal"
    case "Double", "Float": "real"
    case "Boolean": "boolean"
    case "Date": "datetime"
    case "Binary": "data"
    case "UUID": "uuid"
    case "URI": "url"
    case "String": "text"
    // What a program makes of bytes by itself.
    default: "json"
    }
  }

  private var bits: String? {
    switch attribute.type {
    case "Integer 16": "16"
    case "Integer 32": "32"
    default: nil
    }
  }

  // MARK: Values

  private func setting(_ name: String) -> String? { attribute.settings[name] }

  private var defaultText: String? {
    if type == "datetime" { return moment("defaultDateTimeInterval") }
    return setting("defaultValueString").flatMap { value($0) }
  }

  /// A value as Lua writes it; nil where it does not fit the type.
  private func value(_ text: String) -> String? {
    switch type {
    case "boolean": return text == "YES" || text == "true" || text == "1" ? "true" : "false"
    case "integer": return Int64(text).map { "\($0)" }
    case "real": return Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
    case "decimal": return DecimalNumber(text.utf8).map { "moon.decimal \(Self.literal($0.description))" }
    case "text", "uuid", "url": return Self.literal(text)
    default: return nil
    }
  }

  /// Seconds since 2001 as seconds since 1970.
  private func moment(_ name: String) -> String? {
    guard let text = setting(name), let seconds = Double(text), abs(seconds) < 1e12 else { return nil }
    return "\(Int64(seconds.rounded(.down)) + 978_307_200)"
  }

  private var tests: [String] {
    if type == "text" { return textTests }
    let (least, most) =
      type == "datetime"
      ? (moment("minDateTimeInterval"), moment("maxDateTimeInterval"))
      : (setting("minValueString").flatMap { value($0) }, setting("maxValueString").flatMap { value($0) })
    guard ["integer", "real", "decimal", "datetime"].contains(type) else { return [] }
    switch (least, most) {
    case (let least?, let most?): return ["moon.is.between(\(least), \(most))"]
    case (let least?, nil): return ["moon.is.at_least(\(least))"]
    case (nil, let most?): return ["moon.is.at_most(\(most))"]
    case (nil, nil): return []
    }
  }

  /// Bounds of a text are those of its length; an expression is of the whole.
  private var textTests: [String] {
    var tests: [String] = []
    let least = setting("minValueString").flatMap { Int64($0) }
    let most = setting("maxValueString").flatMap { Int64($0) }
    if least ?? 0 > 0 || most != nil {
      tests.append("moon.is.length(\(max(least ?? 0, 0)), \(most.map { "\($0)" } ?? "math.maxinteger"))")
    }
    if let expression = setting("regularExpressionString"), !expression.isEmpty {
      tests.append("moon.is.matching(\(Self.literal("^(?:\(expression))$")))")
    }
    return tests
  }

  static func literal(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in TextSink.text { LuaText.write(UnsafeRawBufferPointer(bytes), to: $0) } }
  }
}
