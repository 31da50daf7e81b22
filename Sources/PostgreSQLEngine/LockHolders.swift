import CConfinement
import CPostgreSQL
import Schema
import Store

/// Who keeps a statement waiting, as another session of the same server sees it.
///
///     … waiting for session 4711 (psql) that holds a lock on player in postgres://ann@db/shop: Ctrl-C to cancel
///
/// The session that waits cannot ask, so that a connection is made for the question; behind walls there is none.
struct LockHolders {
  let address: ServerAddress
  let options: PostgreSQLOptions

  /// What a person is told of a session that has waited for long; nil where it waits for no lock.
  func words(ofSession number: Int32) -> String? {
    guard !confinement_is_inside(), let link = try? Link.open(address, options) else { return nil }
    defer { link.close() }
    var parameters = Parameters()
    Value.integer(Int64(number)).withCell { _ = parameters.append($0) }
    guard let row = try? link.texts(Self.question, parameters, [.int8]).first, let sessions = row[0] else { return nil }
    return PostgreSQLEngine.waitingWords(for: sessions, tables: row[1], address.masked)
  }

  /// Who waits for a row has its place in the queue already, and waits for a transaction then.
  private static let question = """
    SELECT (SELECT string_agg(pid || coalesce(' (' || nullif(application_name, '') || ')', ''), ', ' ORDER BY pid)
        FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1::int))),
      (SELECT string_agg(DISTINCT relation::regclass::text, ', ') FROM pg_locks
        WHERE pid = $1::int AND (NOT granted OR locktype = 'tuple'))
    """
}
