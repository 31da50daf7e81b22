import Query
import Schema

/// What stands in the JSON text of a field: the whole of it, or a part behind names and places.
struct DocumentPart: Hashable {
  /// What is known of it.
  enum Kind: Hashable {
    /// A table of JSON: nothing is declared of what it holds.
    case table
    case declared(Document.Kind)
  }

  let field: FieldPath
  var path: [Value]
  var kind: Kind

  /// What is asked of the text at this place.
  func asked(_ kernel: Kernel) -> Expression {
    .kernel(kernel, [.field(field)] + path.map { .literal($0) })
  }

  func isOf(_ type: String) -> Expression {
    .comparison(.equal, asked(.partType), .literal(.text(type)))
  }

  func behind(_ step: Value, _ kind: Kind? = nil) -> DocumentPart {
    DocumentPart(field: field, path: path + [step], kind: kind ?? self.kind)
  }

  /// The same place as conditions name it; nil behind a place in a list, or a name that they cannot write.
  var named: FieldPath? {
    var result = field
    for step in path {
      guard case .text(let name) = step, name.leadsIntoDocument else { return nil }
      result.inside.append(name)
    }
    return result
  }

  /// Whether scripts have a plain table of it: no function of a metatable runs when it is used.
  var isTable: Bool {
    if case .declared(.object) = kind { return false }
    return true
  }
}
