import CConfinement
import CPostgreSQL
import Store

extension PostgreSQLEngine {
  /// Leaves a process outside of the sandbox that this one is about to lock: one that cancels statements.
  ///
  /// That takes a connection of its own, and inside none can be made.
  ///
  /// - Returns: false where there can be no such process.
  package func leaveCanceller() -> Bool {
    guard let handle = link.handle, let cancel = cpq_get_cancel(handle) else { return false }
    // It is never freed here: the other process has it as long as it lives.
    return confinement_leave_aid(
      { cancel in
        var words: (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { words in
          _ = cpq_do_cancel(
            cancel.map { OpaquePointer($0) }, words.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(words.count)
          )
        }
      }, UnsafeMutableRawPointer(cancel)) == 0
  }

  /// What a role may do that no wall of a sandbox prevents: reach files, programs and the network from the server.
  package enum Reach: String {
    case superuser, member, maker, caller
  }

  /// What the session's role may do of that; nil for nothing.
  ///
  /// Words of statements do not tell: a block of code puts them together. What a role may become counts, too.
  package func reach() throws(StoreError) -> Reach? {
    try rows(Self.reach, []).first?.first.flatMap { $0 }.flatMap(Reach.init)
  }

  // Before version 16 whoever makes roles may give himself any but those of superusers.
  private static let reach = """
    SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_roles s WHERE s.rolsuper AND pg_has_role(s.oid, 'MEMBER')) THEN 'superuser'
      WHEN EXISTS (SELECT 1 FROM pg_roles s WHERE pg_has_role(s.oid, 'MEMBER')
        AND s.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')) THEN 'member'
      WHEN r.rolcreaterole AND current_setting('server_version_num')::int < 160000 THEN 'maker'
      WHEN EXISTS (SELECT 1 FROM pg_proc p WHERE has_function_privilege(p.oid, 'EXECUTE')
        AND p.proname IN (\(StatementText.fileFunctions.sorted().map { "'\($0)'" }.joined(separator: ", ")))) THEN 'caller'
      END FROM pg_roles r WHERE r.rolname = current_user
    """
}
