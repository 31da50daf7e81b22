import LuaRows
import LuaRuntime
import Model
import Requests
import Schema

extension LoadedRows {
  /// The numbers of the sections of some rows, by their places; nil for those where only their objects tell, or for all.
  func sections(_ places: [Int], by section: RowProperty, _ names: SectionNames) throws -> [Int?]? {
    let (path, isInitial): ([String], Bool)
    switch section {
    case .member(let names): (path, isInitial) = (names, false)
    case .initial(let names): (path, isInitial) = (names, true)
    case .expression(let text, _, let startsOnly): (path, isInitial) = (FieldPath(text).names, startsOnly)
    case .function(let function):
      return try SectionFunction(function, self, session)?.numbers(of: places, in: self, names)
    }
    guard let slot = seenSlot(path) else { return nil }
    if !isInitial { names.collation = collation(slot) }
    var initials = Initials(names)
    return withReader { (reader) throws(Never) in
      let read = reader.loadedCells([slot], at: places)
      return places.indices.map { index in
        let cell = read.cells[index]
        guard read.areFound[index], reader.readsAsStored(slot, cell) else { return nil }
        return isInitial ? initials.number(of: cell) : names.number(of: Scalar(ordered: cell), LuaValue(cell))
      }
    }
  }
}
