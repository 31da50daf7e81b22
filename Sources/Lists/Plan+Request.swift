import Query
import Requests

extension Plan {
  /// How the rows of a request are read; rows in sections are those of its result set.
  package convenience init(_ handle: RequestHandle, notes: [String] = []) throws {
    let reader = try handle.request.section.map { try BoundReader(handle, $0, ordersSections: true) }
    let reading = try reader?.reading?.words(handle.context)
    try self.init(rowsOf: handle, by: reader?.fetching, reading: reading, notes: notes)
  }
}
