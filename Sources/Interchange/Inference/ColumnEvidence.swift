import Encodings
import Schema

/// What the values of a column have in common.
///
/// A number is one that prints back as it stands (`007`, `+1`, `1.50` beside `1.5`, and integers over 64 bits are
/// texts), a boolean only true and false, a day or a moment only one in ISO 8601. Where it was said how numbers are
/// written, thousands may be grouped and fractions end in zeros; what has other digits than its number is a text still.
struct ColumnEvidence {
  /// What one value can be read as, besides text.
  enum Sort: CaseIterable {
    case integer, real, decimal, boolean, date, moment, document
    /// A number with a comma for its point, and a day in a pattern of another country.
    case commaNumber, otherDay
  }

  /// A value that is not what most of the others are, and the line on which it stands.
  struct Exception {
    var text: String
    var line: Int?
  }

  private(set) var rows = 0
  private(set) var filled = 0
  private var counts: [Sort: Int] = [:]
  private var exceptions: [Sort: Exception] = [:]
  /// The digits behind the point that all decimals have; nil where they differ.
  private var scale: Int?
  private var hasScales = false
  /// The digits of a second that the moments need.
  private(set) var precision = 0
  /// The values, as long as no two are the same; only of what may be a key.
  private var distinct: Set<String>?

  private let style: ForeignStyle
  /// The patterns in which all days could be written, each way a pattern or several.
  private(set) var patterns = DatePattern.usualTogether
  /// How many are `1.234`, which is 1234 where a comma stands before the fraction.
  private(set) var grouped = 0
  /// How many are numbers with or without a point, though they may not print back as they stand.
  private var pointed = 0

  init(mayBeKey: Bool, _ style: ForeignStyle) {
    self.style = style
    distinct = mayBeKey ? [] : nil
  }

  var isFull: Bool { filled == rows }
  var isUnique: Bool { distinct?.count == filled }

  func count(_ sort: Sort) -> Int { counts[sort] ?? 0 }
  func exception(_ sort: Sort) -> Exception? { exceptions[sort] }

  mutating func noteNull() { rows += 1 }

  /// Notes a text of a file of rows.
  mutating func note(_ bytes: UnsafeRawBufferPointer, line: Int?) {
    if let moment = style.moment(bytes) {
      return note(moment.hasNoTime ? [.date] : [.moment], line: line) { moment.text }
    }
    if let number = style.numbers?.plain(bytes) {
      return number.withUnsafeBytes { note(said: $0, line: line) }
    }
    note(plain: bytes, line: line)
  }

  /// Notes a number of a file of which it was said how they are written: its digits print back, its zeros need not.
  private mutating func note(said bytes: UnsafeRawBufferPointer, line: Int?) {
    var sorts = Self.sorts(of: bytes)
    if !sorts.contains(.integer), Self.keepsDigits(bytes) { sorts.insert(.real) }
    note(sorts, line: line) { String(decoding: bytes, as: UTF8.self) }
    if let digits = Self.scale(bytes) { note(scale: digits) }
  }

  private mutating func note(plain bytes: UnsafeRawBufferPointer, line: Int?) {
    var sorts = Self.sorts(of: bytes)
    if !sorts.isDisjoint(with: [.integer, .real, .decimal]) { pointed += 1 }
    if sorts.isEmpty { sorts = foreignSorts(of: bytes) }
    note(sorts, line: line) { String(decoding: bytes, as: UTF8.self) }
    if let digits = Self.scale(bytes) {
      note(scale: digits)
      if digits == 3, Self.comma.plain(bytes) != nil { grouped += 1 }
    }
    if sorts.contains(.moment) { precision = max(precision, Self.precision(bytes)) }
  }

  /// What a text would be, were it said how numbers and days are written.
  private mutating func foreignSorts(of bytes: UnsafeRawBufferPointer) -> Set<Sort> {
    guard bytes.count < 32, let first = bytes.first, first < 0x3A else { return [] }
    if bytes.contains(UInt8(ascii: ",")), let number = Self.comma.plain(bytes),
      number.withUnsafeBytes({ Self.isPlainInteger($0) || Self.isPlainReal($0) || Self.keepsDigits($0) })
    {
      return [.commaNumber]
    }
    let fitting = patterns.filter { $0.contains { $0.moment(bytes) != nil } }
    if fitting.isEmpty { return [] }
    patterns = fitting
    return [.otherDay]
  }

  /// Notes a value of a document.
  mutating func note(_ document: DocumentValue, line: Int?) {
    var sorts: Set<Sort> = []
    switch document {
    case .null: return noteNull()
    case .boolean: sorts = [.boolean]
    case .integer: sorts = [.integer]
    case .real, .number: sorts = [.real]
    case .text(var text), .date(var text):
      sorts = text.withUTF8 { Self.calendarSorts(of: UnsafeRawBufferPointer($0)) }
      if sorts.contains(.moment) {
        precision = max(precision, text.withUTF8 { Self.precision(UnsafeRawBufferPointer($0)) })
      }
    case .data: break
    case .list, .map: sorts = [.document]
    }
    note(sorts, line: line) { (try? document.json()) ?? document.described }
  }

  private mutating func note(_ sorts: Set<Sort>, line: Int?, text: () -> String) {
    rows += 1
    filled += 1
    for sort in Sort.allCases {
      if sorts.contains(sort) {
        counts[sort, default: 0] += 1
      } else if exceptions[sort] == nil, filled > 0 {
        exceptions[sort] = Exception(text: text(), line: line)
      }
    }
    if distinct != nil, distinct?.insert(text()).inserted == false { distinct = nil }
  }

  private mutating func note(scale digits: Int) {
    if !hasScales { scale = digits } else if scale != digits { scale = nil }
    hasScales = true
  }

  private static let comma = NumberStyle(point: UInt8(ascii: ","))

  /// Whether all are numbers once a comma stands before the fraction, and what has a point is one of thousands.
  private var canHaveCommas: Bool { count(.commaNumber) + count(.integer) + grouped == filled }

  /// Whether only that makes numbers of them.
  var needsCommas: Bool { count(.commaNumber) > 0 && canHaveCommas }

  /// Whether all are numbers with points, of which some have more zeros at their ends than they need.
  var areUneven: Bool { filled > 0 && pointed == filled }

  /// Whether they would be other numbers than they look like, in a file whose numbers have commas.
  var isMistakable: Bool { grouped > 0 && canHaveCommas }

  // MARK: The type

  /// The type that all values fit, and the digits of a decimal.
  var type: (type: ColumnType, scale: Int?) {
    guard filled > 0 else { return (.text, nil) }
    func all(_ sort: Sort) -> Bool { count(sort) == filled }
    if all(.integer) { return (.integer, nil) }
    // Where it was said how numbers are written, whole ones among those with one number of digits are of their kind: money.
    if style.numbers != nil, count(.decimal) + count(.integer) == filled, let scale { return (.decimal, scale) }
    if count(.integer) + count(.real) == filled { return (.real, nil) }
    if all(.decimal), let scale { return (.decimal, scale) }
    if all(.boolean) { return (.boolean, nil) }
    if all(.date) { return (.date, nil) }
    if all(.moment) { return (.datetime, nil) }
    if count(.document) > 0 { return (.json, nil) }
    // Documents may hold texts beside numbers; rows of text are texts.
    return (.text, nil)
  }

  /// The kind of value that most are, though not all.
  var mostly: Sort? {
    let sort = Sort.allCases.max { count($0) < count($1) }
    return sort.flatMap { count($0) * 2 >= filled && count($0) < filled ? $0 : nil }
  }

  // MARK: Texts

  private static func sorts(of bytes: UnsafeRawBufferPointer) -> Set<Sort> {
    guard let first = bytes.first else { return [] }
    if first == UInt8(ascii: "-") || (48...57).contains(first) {
      if isPlainInteger(bytes) { return [.integer] }
      var result = calendarSorts(of: bytes)
      if isPlainReal(bytes) { result.insert(.real) }
      if scale(bytes) != nil { result.insert(.decimal) }
      return result
    }
    if first | 0x20 == UInt8(ascii: "t") || first | 0x20 == UInt8(ascii: "f"), bytes.count <= 5 {
      let word = String(decoding: bytes, as: UTF8.self).lowercased()
      if word == "true" || word == "false" { return [.boolean] }
    }
    return []
  }

  private static func calendarSorts(of bytes: UnsafeRawBufferPointer) -> Set<Sort> {
    guard bytes.count >= 10, bytes.count <= 40,
      bytes[4] == UInt8(ascii: "-") || bytes.count > 12 && bytes[8] == UInt8(ascii: "T")
    else { return [] }
    if bytes.count == 10 { return takes(bytes, Field(name: "", type: .date)) ? [.date] : [] }
    return takes(bytes, moments(ColumnType.largestPrecision)) ? [.moment] : []
  }

  private static func moments(_ precision: Int) -> Field {
    var field = Field(name: "", type: .datetime)
    field.precision = precision
    return field
  }

  private static func takes(_ bytes: UnsafeRawBufferPointer, _ field: Field) -> Bool {
    if case .refused = field.stored(.text(bytes)) { return false }
    return true
  }

  /// The digits of a second that a moment is written with, unless they are zeros.
  private static func precision(_ bytes: UnsafeRawBufferPointer) -> Int {
    if takes(bytes, moments(0)) { return 0 }
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    return min(bytes[(point + 1)...].prefix { (48...57).contains($0) }.count, ColumnType.largestPrecision)
  }

  private static func isPlainInteger(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let value = NumberText.integer(bytes) else { return false }
    return "\(value)".utf8.elementsEqual(bytes)
  }

  private static func isPlainReal(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= 24, let value = NumberText.real(bytes), value.isFinite else { return false }
    return "\(value)".utf8.elementsEqual(bytes)
  }

  /// Whether a number with a point is a real number of the same digits, but for zeros at the end of its fraction.
  private static func keepsDigits(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard let point = digits.firstIndex(of: UInt8(ascii: ".")), let value = NumberText.real(bytes), value.isFinite,
      digits.allSatisfy({ $0 == UInt8(ascii: ".") || (48...57).contains($0) }),
      point - digits.startIndex < 2 || digits.first != 48
    else { return false }
    return significant(digits) == significant("\(value)".utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") })
  }

  /// The digits of a number without zeros at both ends.
  private static func significant(_ text: some Sequence<UInt8>) -> [UInt8] {
    let digits = text.filter { (48...57).contains($0) }.drop { $0 == 48 }
    return Array(digits.reversed().drop { $0 == 48 }.reversed())
  }

  /// How many digits stand behind the point of a decimal; nil for what is none.
  private static func scale(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard bytes.count <= 19, let point = digits.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let whole = digits[..<point]
    let rest = digits[(point + 1)...]
    let isDigits = whole.allSatisfy { (48...57).contains($0) } && rest.allSatisfy { (48...57).contains($0) }
    guard isDigits, (1...9).contains(rest.count), whole.count == 1 || whole.count > 1 && whole.first != 48 else {
      return nil
    }
    // -0.00 prints as 0.00.
    let isZero = whole.allSatisfy { $0 == 48 } && rest.allSatisfy { $0 == 48 }
    return isZero && digits.count < bytes.count ? nil : rest.count
  }
}
