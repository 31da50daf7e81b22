/// Why a function that reads documents runs row by row.
enum DocumentRefusal {
  case nameOfRow
  case withoutName
  case noField(name: String, entity: String)
  case readsInto
  case walks
  case compares
}

extension Untranslatable {
  init(_ refusal: DocumentRefusal) { self.init(refusal.words) }
}
