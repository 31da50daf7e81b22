import LuaRuntime
import Schema

/// One thing in a document that does not fit: where it stands, and what is wrong with it.
///
///     Player: homes[2].zip: expected text, not the integer 5     // path: "[2].zip"
package struct DocumentFault {
  var path: String
  var value: LuaValue = .nil
  var words: String

  init(path: String, value: LuaValue = .nil, words: String) {
    self.path = path
    self.value = value
    self.words = words
  }

  init(path: String, _ reason: UnfitValue) {
    self.init(path: path, words: reason.message)
  }

  /// The path for a message: of a long one both ends.
  var shortPath: String {
    path.utf8.count <= 120 ? path : path.prefix(60) + "…" + path.suffix(40)
  }
}

extension CastError {
  /// What is wrong, seen from the field.
  var faults: [DocumentFault] { inside.isEmpty ? [DocumentFault(path: "", words: words)] : inside }

  /// Several things that are wrong inside of one document.
  init(_ faults: [DocumentFault]) {
    let words = faults.map { ($0.path.isEmpty ? "" : $0.path.trimmingDot + ": ") + $0.words }
    self.init(words: words.joined(separator: "; "), inside: faults)
  }

  /// The faults as those of a field of an entity.
  package func failures(of field: Field, _ entity: Entity) -> [Failure] {
    faults.map { Failure(entity: entity.name, field: field.name + $0.shortPath, value: $0.value, message: $0.words) }
  }
}

/// Collects what is wrong with the parts of a document.
struct Misfits {
  private(set) var all: [DocumentFault] = []

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ fault: DocumentFault) { all.append(fault) }

  /// Calls `body`; what it refuses is wrong at a part: `.city`, `[2]`.
  mutating func at(_ part: @autoclosure () -> String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let refusal as CastError {
      let part = part()
      all += refusal.faults.map { DocumentFault(path: part + $0.path, value: $0.value, words: $0.words) }
    }
  }

  func check() throws {
    if !all.isEmpty { throw CastError(all) }
  }
}

extension String {
  fileprivate var trimmingDot: String { hasPrefix(".") ? String(dropFirst()) : self }
}
