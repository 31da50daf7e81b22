import CPostgreSQL
import Platform
import Store

extension Link {
  /// Connects to a server; a session that is ready speaks UTF-8, UTC and dates as ISO 8601 has them.
  static func open(_ address: ServerAddress, _ options: PostgreSQLOptions) throws(StoreError) -> Link {
    let location = address.masked
    if let reason = cpq_load() { throw .noLibrary(String(cString: reason), at: location) }
    let handle = try connected(address, options, location)
    cpq_silence(handle)
    let link = Link(handle, location: location, isInterrupted: options.isInterrupted)
    guard cpq_set_nonblocking(handle, 1) == 0, cpq_enter_pipeline(handle) == 1 else { throw link.lost() }
    let milliseconds = Int64(options.patience / .milliseconds(1))
    var settings = PinnedSetting.all.map(\.statement) + ["SET lock_timeout = \(milliseconds)", notSpreading, schemas]
    if options.isReadOnly { settings.append("SET default_transaction_read_only = on") }
    let send = { handle in settings.allSatisfy { cpq_send(handle, $0, 0, nil, nil, nil, nil, 0) == 1 } }
    try link.run(guarded: .none, send) { (link) throws(StoreError) in
      for _ in settings { try link.takeAnswers() }
    }
    link.notePinned()
    return link
  }

  /// Which server it is, as far as that makes a difference, and whether its transactions are serializable.
  func kindOfServer() throws(StoreError) -> (kind: ServerKind, isSerializable: Bool) {
    let send = { handle in cpq_send(handle, ServerKind.question, 0, nil, nil, nil, nil, 0) == 1 }
    return try run(guarded: .none, writes: false, send) { (link) throws(StoreError) in
      var (kind, isSerializable) = (ServerKind.postgreSQL, false)
      while let result = try link.nextResult() {
        defer { cpq_clear(result) }
        if let error = link.error(of: result) { throw error }
        guard cpq_row_count(result) == 1, let version = cpq_value(result, 0, 0), let flag = cpq_value(result, 0, 1)
        else { continue }
        kind = ServerKind(version: String(cString: version), hasCitus: String(cString: flag) == "t")
        isSerializable = cpq_value(result, 0, 2).map { String(cString: $0) } == "serializable"
      }
      return (kind, isSerializable)
    }
  }

  /// Who names no schemas means all that hold tables, `public` before the others: those that the person may use, and into
  /// which nobody but their owners, who are trusted anyway, can put a function of a name that the server has already.
  private static let schemas = """
    SELECT set_config('search_path',
      '"$user", public, ' || string_agg(quote_ident(n.nspname), ', ' ORDER BY n.nspname), false)
    FROM pg_namespace n JOIN pg_roles o ON o.oid = n.nspowner JOIN pg_database d ON d.datname = current_database()
    WHERE current_setting('search_path') = '"$user", public' AND n.nspname !~ '^pg_'
      AND n.nspname NOT IN ('information_schema', 'public', current_user)
      AND (o.rolsuper OR o.oid = d.datdba OR o.rolname = current_user)
      AND has_schema_privilege(n.oid, 'USAGE') AND NOT has_schema_privilege('public', n.oid, 'CREATE')
      AND EXISTS (SELECT 1 FROM pg_class c WHERE c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f'))
    HAVING count(*) > 0
    """

  private static func connected(
    _ address: ServerAddress, _ options: PostgreSQLOptions, _ location: String
  ) throws(StoreError) -> OpaquePointer {
    let settings = [
      ("dbname", address.text), ("fallback_application_name", "moonshell"), ("client_encoding", "UTF8"),
    ]
    let names = settings.map { strdup($0.0) } + [nil]
    let values = settings.map { strdup($0.1) } + [nil]
    defer { for text in names + values { free(text) } }
    let handle = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        cpq_connect_start(names.baseAddress, values.baseAddress, 1)
      }
    }
    guard let handle else { throw .noAnswer(at: location) }
    do throws(StoreError) {
      try wait(for: handle, options, location)
    } catch {
      cpq_finish(handle)
      throw error
    }
    return handle
  }

  /// Waits until the session is there, its name and its password are accepted.
  private static func wait(
    for handle: OpaquePointer, _ options: PostgreSQLOptions, _ location: String
  ) throws(StoreError) {
    let watch = Stopwatch()
    var isWriting = true
    while cpq_status(handle) != CPQ_BAD {
      if cpq_poll(cpq_socket(handle), isWriting ? 1 : 0, 20) > 0 {
        let state = cpq_connect_poll(handle)
        if state == CPQ_POLL_OK { return }
        if state == CPQ_POLL_FAILED { break }
        isWriting = state == CPQ_POLL_WRITING
      }
      if options.isInterrupted() { throw .interruption(at: location) }
      if watch.elapsed > options.timeout { throw .noAnswer(at: location) }
    }
    throw .noConnection(words(handle), at: location)
  }

  /// The server's or libpq's own words, in one line.
  private static func words(_ handle: OpaquePointer) -> String {
    let text = cpq_error_message(handle).map { String(cString: $0) } ?? ""
    return text.split { $0 == "\n" || $0 == "\t" }.joined(separator: " ")
  }
}
