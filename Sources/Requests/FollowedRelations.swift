import LuaRows
import Model
import Store

/// What relations of some rows lead to that functions are asked about: loaded for all of these rows as soon as a
/// function follows a relation from one of them.
///
///     Player:where(function(p) return os.time() > 0 and p.team.name == "Red" end)   // one query for the teams
final class FollowedRelations {
  /// Nil for a row that stands in a running statement: there are no others beside it.
  private weak var rows: RowBuffer?
  private let period: AskingPeriod
  private let load: (String, RowBuffer, LoadedRelations) throws -> Void
  private let loaded = LoadedRelations()
  /// Whether a function has followed a relation.
  private(set) var isFollowed = false

  /// `load` finds what a relation of the rows leads to.
  init(
    of rows: RowBuffer?, during period: AskingPeriod,
    load: @escaping (_ name: String, RowBuffer, _ into: LoadedRelations) throws -> Void
  ) {
    (self.rows, self.period, self.load) = (rows, period, load)
  }

  /// What a relation of all the rows leads to; nil where the rows are not here, or something was written since.
  func relation(_ name: String) throws -> LoadedRelation? {
    guard period.isOn else { return nil }
    isFollowed = true
    guard let rows else { return nil }
    if let known = loaded[name] { return known.isCurrent ? known : nil }
    try load(name, rows, loaded)
    return loaded[name]
  }
}

/// How long functions are being asked: objects that they keep read what there is when they are read.
final class AskingPeriod {
  var isOn = true
}

/// The rows that functions of the script are asked about just now, by where their cells are.
final class AskedRows: SessionState {
  private var followed: [UnsafeRawPointer: FollowedRelations] = [:]

  init(_ session: SessionContext) {}

  /// What relations of the row lead to that an object shows, which is lent to a function.
  func relations(of object: LuaRowObject) -> FollowedRelations? { object.rows.flatMap { followed[$0] } }

  func begin(_ rows: UnsafeMutablePointer<RowBuffer.Header>, _ relations: FollowedRelations) {
    followed[UnsafeRawPointer(rows)] = relations
  }

  func end(_ rows: UnsafeMutablePointer<RowBuffer.Header>) { followed[UnsafeRawPointer(rows)] = nil }
}
