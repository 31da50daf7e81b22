import Encodings
import Schema

/// What is set once inside of documents: it stays what it is where a document is edited, or replaced by another.
///
/// The elements of a list have no names by which one is known again: nothing is said of them.
extension Validation {
  /// Compares what is stored in a slot with what will be.
  package mutating func checkConstants(in slot: Int, from before: Value, to now: Value) throws {
    let field = tied.entity.fields[slot]
    guard let document = field.document, field.encoder == nil, case .text(let old) = before, case .text(let new) = now,
      let first = try? DocumentValue(kept: old.utf8), let second = try? DocumentValue(json: new.utf8)
    else { return }
    var paths: [String] = []
    find(document.kind, first, second, at: field.name, &paths)
    for path in paths {
      add([Failure(entity: tied.entity.name, field: path, value: .nil, message: UnfitValue.wasSet.message)])
    }
  }

  /// The places at which something else stands than what was set.
  private func find(
    _ kind: Document.Kind, _ old: DocumentValue, _ new: DocumentValue, at path: String, _ paths: inout [String]
  ) {
    guard case .map(let old) = old, case .map(let new) = new else { return }
    func parts(_ name: String) -> (DocumentValue, DocumentValue)? {
      if let first = old[name], let second = new[name] { (first, second) } else { nil }
    }
    switch kind {
    case .list: return
    case .value(let field):
      if let document = field.document { find(document.kind, .map(old), .map(new), at: path, &paths) }
    case .map(let element):
      for member in old {
        guard let (first, second) = parts(member.name) else { continue }
        find(element, first, second, at: "\(path).\(member.name)", &paths)
      }
    case .variant(let cases):
      for found in cases {
        guard let payload = found.payload, let (first, second) = parts(found.name) else { continue }
        find(payload, first, second, at: "\(path).\(found.name)", &paths)
      }
    case .object(let name):
      guard let entity = context.session.entities.model(name)?.entity else { return }
      // What is of another kind is another document.
      if entity.sharing != nil, old[Sharing.field] != new[Sharing.field] { return }
      for field in entity.fields {
        if field.isReadonly, let first = old[field.name], first != .null, !first.isSame(as: new[field.name]) {
          paths.append("\(path).\(field.name)")
        } else if let document = field.document, let (first, second) = parts(field.name) {
          find(document.kind, first, second, at: "\(path).\(field.name)", &paths)
        }
      }
    }
  }
}

extension DocumentValue {
  /// Whether it is the same value; a number may be written in two ways.
  fileprivate func isSame(as other: DocumentValue?) -> Bool {
    if self == other { return true }
    guard let number, let second = other?.number else { return false }
    return number == second
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let text): Double(text)
    default: nil
    }
  }
}
