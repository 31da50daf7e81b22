import Schema

/// Rows as bytes: equal bytes are the same values, of the same kinds.
///
/// Old rows are kept so: as `Value`s they would take several times the memory.
enum RowBytes {
  static func append(_ values: some Sequence<Value>, to bytes: inout [UInt8]) {
    for value in values {
      switch value {
      case .null: bytes.append(0)
      case .integer(let number): append(1, UInt64(bitPattern: number), to: &bytes)
      case .real(let number): append(2, number.bitPattern, to: &bytes)
      case .text(let text): append(3, Array(text.utf8), to: &bytes)
      case .data(let data): append(4, data, to: &bytes)
      case .brokenText(let text): append(5, text, to: &bytes)
      }
    }
  }

  static func of(_ values: some Sequence<Value>) -> [UInt8] {
    var bytes: [UInt8] = []
    append(values, to: &bytes)
    return bytes
  }

  static func values(_ bytes: ArraySlice<UInt8>) -> [Value] {
    var rest = bytes
    var values: [Value] = []
    while let kind = rest.popFirst() {
      switch kind {
      case 1: values.append(.integer(Int64(bitPattern: number(&rest))))
      case 2: values.append(.real(Double(bitPattern: number(&rest))))
      case 3: values.append(.text(bytes: part(&rest)))
      case 4: values.append(.data(Array(part(&rest))))
      case 5: values.append(.brokenText(Array(part(&rest))))
      default: values.append(.null)
      }
    }
    return values
  }

  private static func append(_ kind: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
    bytes.append(kind)
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  private static func append(_ kind: UInt8, _ data: [UInt8], to bytes: inout [UInt8]) {
    append(kind, UInt64(data.count), to: &bytes)
    bytes.append(contentsOf: data)
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    withUnsafeMutableBytes(of: &number) { $0.copyBytes(from: bytes.prefix(8)) }
    bytes.removeFirst(min(8, bytes.count))
    return number
  }

  private static func part(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let count = Int(clamping: number(&bytes))
    defer { bytes.removeFirst(min(count, bytes.count)) }
    return bytes.prefix(count)
  }
}
