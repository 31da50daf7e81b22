import Platform
import Query
import Schema

extension PostgreSQLDialect {
  /// The server's errors about sizes name a type and no column.
  package func fits(_ value: Value, _ column: TableDescription.Column) -> Bool {
    let type = column.declaredType
    let sizes = type.split { !$0.isNumber }.compactMap { Int($0) }
    switch (type.prefix { $0 != "(" }, value) {
    case ("smallint", .integer(let number)): return Int16(exactly: number) != nil
    case ("integer", .integer(let number)): return Int32(exactly: number) != nil
    case ("character varying", .text(let text)), ("character", .text(let text)):
      guard let length = sizes.first else { return true }
      // Blanks at the end that are too many are left out.
      return text.unicodeScalars.reversed().drop { $0 == " " }.count <= length
    case ("bit", .text(let text)): return !text.isOfBits || text.utf8.count == sizes.first ?? 1
    case ("bit varying", .text(let text)): return !text.isOfBits || text.utf8.count <= sizes.first ?? .max
    case ("real", .real(let number)):
      let single = Float(number)
      return single.isFinite == number.isFinite && (single != 0 || number == 0)
    case ("numeric", _):
      guard sizes.count == 2, let number = Self.number(value) else { return true }
      return (abs(number) * pow(10, Double(sizes[1]))).rounded() < pow(10, Double(sizes[0]))
    default: return true
    }
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text(let text): Double(text)
    default: nil
    }
  }
}

extension String {
  /// Whether it holds nothing but what bits are written with.
  fileprivate var isOfBits: Bool { utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") } }
}
