import Encodings
import LuaRuntime
import Model

/// What a copy has copied, as a value that prints.
///
///     copied 1,204 rows of 2 entities to shop.db
///       Artist   275
///       Album    929
package final class CopyReport {
  private let counts: [(entity: String, rows: Int)]
  private let left: [String]
  private let place: String

  init(_ counts: [(entity: String, rows: Int)], left: [String], to place: String) {
    (self.counts, self.left, self.place) = (counts, left, place)
  }

  package var text: String {
    let total = counts.reduce(0) { $0 + $1.rows }
    let entities = counts.count == 1 ? "1 entity" : "\(counts.count) entities"
    var lines = ["copied \(total.grouped) \(total == 1 ? "row" : "rows") of \(entities) to \(place)"]
    let names = counts.map(\.entity)
    let (width, digits) = (names.map(\.count).max() ?? 0, counts.map(\.rows.grouped.count).max() ?? 0)
    for (name, count) in zip(names, counts) {
      let number = count.rows.grouped
      let gap = String(repeating: " ", count: width - name.count + 2 + digits - number.count)
      lines.append("  " + name + gap + number)
    }
    if !left.isEmpty { lines.append("left behind: " + left.joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__tostring": { call in call.returning(call.object(1, as: CopyReport.self)?.text ?? "copy") },
      "__index": { call in
        guard let report = call.object(1, as: CopyReport.self), let name = call.string(2),
          let count = report.counts.first(where: { $0.entity == name })
        else { return 0 }
        call.push(count.rows)
        return 1
      },
      "__len": { call in
        call.push(call.object(1, as: CopyReport.self)?.counts.count ?? 0)
        return 1
      },
    ]
  }
}

extension HostTypes {
  package var copyReport: LuaHostType { self["copy"] }
}
