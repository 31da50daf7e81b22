import CSQLite
import Encodings
import Schema

/// The functions that read JSON text as scripts do, which is not quite as SQLite does.
///
///     SELECT moonshell_part('{"a":[1,"x"]}', 'a', 2)         -- 'x'
///     SELECT moonshell_part_type('{"a":[1,"x"]}', 'a')       -- 'table'
///     SELECT moonshell_part_length('{"a":[1,"x"]}', 'a')     -- 2
///     SELECT moonshell_is_of_shape('"x"', '{"type":"text"}') -- 1
///
/// What is no JSON text, or what a path leads out of, is 'other'.
final class PartFunctions {
  /// A statement asks several things of each document.
  private var known: (text: [UInt8], document: DocumentValue?) = ([], nil)
  private var shapes: [[UInt8]: DocumentShape] = [:]

  /// Makes them known to a connection.
  static func serve(_ database: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    let shared = PartFunctions()
    func context() -> UnsafeMutableRawPointer { Unmanaged.passRetained(shared).toOpaque() }
    let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { kept in
      if let kept { Unmanaged<PartFunctions>.fromOpaque(kept).release() }
    }
    sqlite3_create_function_v2(
      database, "moonshell_part", -1, flags, context(),
      { context, count, values in PartFunctions.of(context)?.answerValue(context, count, values) }, nil, nil, release)
    sqlite3_create_function_v2(
      database, "moonshell_part_type", -1, flags, context(),
      { context, count, values in PartFunctions.of(context)?.answerType(context, count, values) }, nil, nil, release)
    sqlite3_create_function_v2(
      database, "moonshell_part_length", -1, flags, context(),
      { context, count, values in PartFunctions.of(context)?.answerLength(context, count, values) }, nil, nil, release)
    sqlite3_create_function_v2(
      database, "moonshell_is_of_shape", 2, flags, context(),
      { context, _, values in PartFunctions.of(context)?.answerShape(context, values) }, nil, nil, release)
  }

  private static func of(_ context: OpaquePointer?) -> PartFunctions? {
    sqlite3_user_data(context).map { Unmanaged<PartFunctions>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Documents

  private enum Part {
    case value(DocumentValue)
    case nothing, other, null
  }

  private func part(_ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) -> Part {
    guard let values, count > 0, !(0..<Int(count)).contains(where: { sqlite3_value_type(values[$0]) == SQLITE_NULL })
    else { return .null }
    guard var part = document(values[0]) else { return .other }
    for place in 1..<max(Int(count), 1) {
      guard part.isTable else { return .other }
      guard let next = part[values[place]] else { return .nothing }
      part = next
    }
    return .value(part)
  }

  private func document(_ value: OpaquePointer?) -> DocumentValue? {
    guard sqlite3_value_type(value) == SQLITE_TEXT else { return nil }
    let text = Self.text(value)
    if known.text.isEmpty || !known.text.elementsEqual(text) {
      var reader = JSONReader(text, deepest: Document.largestDepth)
      var document = try? reader.document()
      if document != nil, (try? reader.finish()) == nil { document = nil }
      known = (Array(text), document)
    }
    return known.document
  }

  fileprivate static func text(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    // In this order: the length is that of the text, once it is made.
    let text = sqlite3_value_text(value)
    return UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  // MARK: Answers

  private func answerValue(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard case .value(let value) = part(count, values) else { return }
    switch value {
    case .boolean(let truth): sqlite3_result_int(context, truth ? 1 : 0)
    case .integer(let number): sqlite3_result_int64(context, number)
    case .number(let text):
      sqlite3_result_double(context, Array(text.utf8).withUnsafeBytes { NumberText.real($0) } ?? 0)
    case .text(let text): Self.answer(context, text)
    case .null, .real, .data, .date, .list, .map: break
    }
  }

  private static func answer(_ context: OpaquePointer?, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // An empty text may have no address, which would mean NULL.
      guard let start = bytes.baseAddress else { return sqlite3_result_text64(context, "", 0, csqlite_copied(), 1) }
      start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        sqlite3_result_text64(context, $0, UInt64(bytes.count), csqlite_copied(), UInt8(SQLITE_UTF8))
      }
    }
  }

  private func answerType(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    switch part(count, values) {
    case .null: break
    case .nothing: Self.answer(context, "nothing")
    case .other: Self.answer(context, "other")
    case .value(let value): Self.answer(context, value.typeName)
    }
  }

  private func answerLength(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    switch part(count, values) {
    case .value(.list(let elements)): sqlite3_result_int64(context, Int64(elements.count))
    case .value(.map): sqlite3_result_int64(context, 0)
    default: break
    }
  }

  private func answerShape(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let values, sqlite3_value_type(values[0]) != SQLITE_NULL, sqlite3_value_type(values[1]) != SQLITE_NULL
    else { return }
    guard let document = document(values[0]), let shape = shape(values[1]) else {
      return sqlite3_result_int(context, 0)
    }
    sqlite3_result_int(context, shape.isMet(by: document) ? 1 : 0)
  }

  private func shape(_ value: OpaquePointer?) -> DocumentShape? {
    let text = Array(Self.text(value))
    if let shape = shapes[text] { return shape }
    let shape = DocumentShape(text: text)
    // As many as anyone writes; a statement asks for the same one in each row.
    if shapes.count > 64 { shapes = [:] }
    shapes[text] = shape
    return shape
  }
}

extension DocumentValue {
  fileprivate var isTable: Bool {
    switch self {
    case .list, .map: true
    default: false
    }
  }

  /// What a table has under a name, or at a place from 1 on.
  fileprivate subscript(key: OpaquePointer?) -> DocumentValue? {
    switch self {
    case .list(let elements):
      guard sqlite3_value_type(key) == SQLITE_INTEGER else { return nil }
      let place = sqlite3_value_int64(key)
      return place >= 1 && place <= elements.count ? elements[Int(place) - 1] : nil
    case .map(let members):
      guard sqlite3_value_type(key) == SQLITE_TEXT else { return nil }
      let name = PartFunctions.text(key)
      return members.first { $0.name.utf8.elementsEqual(name) }?.value
    default: return nil
    }
  }

  /// What scripts have of it.
  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .integer, .number, .real: "number"
    // What reads texts in SQL may stop at a NUL.
    case .text(let text): text.utf8.contains(0) ? "other" : "text"
    case .list, .map: "table"
    case .data, .date: "other"
    }
  }
}
