import Encodings
import Schema

/// Looks at all rows of a file to find the entity that fits them.
package struct Inference {
  private var names: [String] = []
  private var columns: [ColumnEvidence] = []
  /// The place of each column, where rows are documents.
  private var places: [String: Int] = [:]
  private var count = 0
  private let tick: (Int) throws -> Void
  private let style: ForeignStyle
  /// Whether rows that are none are left out.
  private let skipsErrors: Bool

  /// - Parameters:
  ///   - style: how numbers and days are written, as far as somebody said so.
  ///   - skipsErrors: whether rows that are none are left out.
  ///   - tick: is told now and then how many rows were seen.
  package init(
    _ style: ForeignStyle = ForeignStyle(), skipsErrors: Bool = false, tick: @escaping (Int) throws -> Void
  ) {
    self.style = style
    self.skipsErrors = skipsErrors
    self.tick = tick
  }

  /// - Parameter reserved: names that no field can have.
  package mutating func entity(
    named name: String, of reader: FileFormat.Reader, reserved: Set<String>
  ) throws -> InferredEntity {
    switch reader {
    case .rows(let rows): try look(at: rows)
    case .documents(let documents): try look(at: documents)
    }
    return InferredEntity(name: name, columns: Array(zip(names, columns)), reserved: reserved)
  }

  private mutating func add(_ name: String) {
    names.append(name)
    var evidence = ColumnEvidence(mayBeKey: name.lowercased() == "id", style)
    for _ in 0..<count { evidence.noteNull() }
    columns.append(evidence)
  }

  private mutating func look(at reader: any RowReader) throws {
    reader.columns.forEach { add($0) }
    while try next(reader) {
      for place in columns.indices {
        let cell = reader.cells[place]
        if cell.isNull { columns[place].noteNull() } else { columns[place].note(cell.bytes, line: reader.line) }
      }
      count += 1
      if count & 1023 == 0 { try tick(count) }
    }
  }

  private func next(_ reader: any RowReader) throws -> Bool {
    while true {
      do throws(InterchangeError) {
        return try reader.next()
      } catch {
        guard reader.canGoOn else { throw error }
        guard skipsErrors else { throw BrokenRow(error: error) }
      }
    }
  }

  private mutating func look(at reader: any DocumentInput) throws {
    while let document = try reader.next() {
      guard case .map(let members) = document else {
        throw InterchangeError(.noObject(found: document.described), at: reader.place)
      }
      var line: Int?
      if case .line(let number, _)? = reader.place { line = number }
      for member in members where places[member.name] == nil {
        places[member.name] = names.count
        add(member.name)
      }
      for place in columns.indices {
        columns[place].note(members[names[place]] ?? .null, line: line)
      }
      count += 1
      if count & 1023 == 0 { try tick(count) }
    }
  }

  /// The name of the entity for a file: as a reflected table's, and `Rows` where that is a word already.
  ///
  ///     Inference.entityName(of: "/tmp/2024 sales.csv") { _ in false }    // "_2024Sales"
  package static func entityName(of path: String, isWord: (String) -> Bool) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    guard stem.contains(where: { $0.isLetter || $0.isNumber }) else { return "Rows" }
    let name = camelCase(stem)
    // SQLite keeps names that begin so for itself.
    return isWord(name) || name.count > 6 && name.lowercased().hasPrefix("sqlite") ? "Rows" : name
  }
}

/// A row of a file that is none, behind which there may be good ones.
package struct BrokenRow: Error {
  package let error: InterchangeError
}
