import Encodings
import Interchange

extension FileFormat {
  /// Writes a list; rows of text have the columns that any of them has.
  package func write(_ documents: [DocumentValue], _ sections: [Int: String] = [:], to sink: TextSink) throws {
    if case .map(let members)? = documents.withAllNamesInFront.first {
      try options.checkTotals(of: documents, columns: members.map(\.name))
    }
    var writer = writer(to: sink)
    writer.begin(isList: true)
    for (place, document) in (isFlat ? documents.withAllNamesInFront : documents).enumerated() {
      if let heading = sections[place] { writer.section(heading) }
      try writer.write(document)
    }
    try writer.end()
  }
}

extension [DocumentValue] {
  /// The documents, the first of which has the names of all of them: it says the columns.
  fileprivate var withAllNamesInFront: [DocumentValue] {
    guard case .map(var names)? = first else { return self }
    var known = Set(names.map(\.name))
    for case .map(let members) in dropFirst() {
      for member in members where known.insert(member.name).inserted {
        names.append(DocumentValue.Member(member.name, .null))
      }
    }
    return [.map(names)] + dropFirst()
  }
}
