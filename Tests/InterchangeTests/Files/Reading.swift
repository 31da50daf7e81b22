import Encodings
import Interchange
import Schema
import TestSupport

/// All rows of a text, with the names of its columns first; NULL as ␀.
func rows(
  _ text: String, _ format: FileFormat = .csv, _ options: ReadingOptions = ReadingOptions()
) throws -> [[String]] {
  try rows(Array(text.utf8), format, options)
}

func rows(
  _ bytes: [UInt8], _ format: FileFormat = .csv, _ options: ReadingOptions = ReadingOptions(),
  encoding: TextEncoding = .utf8
) throws -> [[String]] {
  guard case .rows(let reader) = try format.reader(ByteInput(bytes, encoding: encoding), options) else { return [] }
  var result = [reader.columns]
  while try reader.next() {
    result.append(
      reader.columns.indices.map { place in
        let cell = reader.cells[place]
        return cell.isNull ? "␀" : String(decoding: cell.bytes, as: UTF8.self)
      })
  }
  return result
}

/// What is wrong with a text.
func mistake(_ text: String, _ format: FileFormat) -> String { mistake(Array(text.utf8), format) }

func mistake(_ bytes: [UInt8], _ format: FileFormat) -> String {
  do throws(InterchangeError) {
    return "no error, but \(try format.value(of: bytes))"
  } catch {
    return error.description
  }
}

/// The bytes of documents in a format.
func written(_ documents: [DocumentValue], _ format: FileFormat, isList: Bool = true) throws -> [UInt8] {
  var failure: (any Error)?
  let bytes = TextSink.bytes { sink in
    var writer = format.writer(to: sink)
    writer.begin(isList: isList)
    do {
      for document in documents { try writer.write(document) }
      try writer.end()
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

extension DocumentValue {
  /// A map of these members, in this order.
  static func map(_ members: KeyValuePairs<String, DocumentValue>) -> DocumentValue {
    .map(members.map { Member($0.key, $0.value) })
  }
}

extension Dice {
  /// A random value of those that a format holds exactly.
  mutating func document(for format: FileFormat, depth: Int = 0) -> DocumentValue {
    let kinds = depth > 3 ? 6 : 8
    switch Int(next() % UInt64(kinds)) {
    case 0: return .boolean(next() % 2 == 0)
    case 1: return .integer(integer())
    case 2: return format.isPropertyList ? .data(Array(text().utf8)) : .null
    case 3: return format.isPropertyList ? .date("2024-02-29T12:30:0\(next() % 10)Z") : .number("1.\(next())")
    case 4, 5: return .text(format.name == "plist" ? text().filter { $0 >= " " } : text())
    case 6: return .list((0..<next() % 4).map { _ in document(for: format, depth: depth + 1) })
    default:
      return .map(
        (0..<next() % 4).map { place in
          DocumentValue.Member("\(place) é<&>\"", document(for: format, depth: depth + 1))
        })
    }
  }
}
