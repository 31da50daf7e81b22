extension DocumentRefusal {
  var words: String {
    switch self {
    case .nameOfRow: "it reads a part of a document whose name depends on the row"
    case .withoutName: "it reads a part of a document that has no name"
    case .noField(let name, let entity): "'\(name)' is no field of \(entity)"
    case .readsInto: "it reads into a part of a document"
    case .walks: "it walks over a list in a document: name its places, as in row.tags[1]"
    case .compares: "it compares two tables or objects"
    }
  }
}
