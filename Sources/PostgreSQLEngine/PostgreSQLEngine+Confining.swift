import CConfinement
import CPostgreSQL

extension PostgreSQLEngine {
  /// Leaves a process outside of the sandbox that this one is about to lock: one that cancels statements.
  ///
  /// That takes a connection of its own, and inside none can be made.
  ///
  /// - Returns: false where there can be no such process.
  package func leaveCanceller() -> Bool {
    warnOfReach()
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

  /// Tells a person that the role is one whose statements may do more than the sandbox lets a script do.
  private func warnOfReach() {
    if let answer = try? rows(Self.reach), answer.first?.first == "t" {
      options.notice?(Self.unconfinedWords(location))
    }
  }

  private static let reach = """
    SELECT rolsuper OR pg_has_role('pg_read_server_files', 'USAGE') OR pg_has_role('pg_write_server_files', 'USAGE')
      OR pg_has_role('pg_execute_server_program', 'USAGE') FROM pg_roles WHERE rolname = current_user
    """
}
