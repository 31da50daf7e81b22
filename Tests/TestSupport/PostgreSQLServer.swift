import Glibc

/// A PostgreSQL server of the test run's own, from the system's packages: it is started when a test first needs it.
///
/// It listens on a socket in a temporary folder, and goes, folder and all, when the test run has ended.
package enum PostgreSQLServer {
  /// Why tests that need it are skipped.
  package static let absence = "no PostgreSQL is installed: scripts/setup gets it"

  package static let isInstalled =
    system("test -x \"$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -1)\"") == 0

  /// The folder with the socket; nil where the server cannot be started.
  private static let folder: String? = {
    var template = Array("/tmp/moonshell-postgres-XXXXXX".utf8CString)
    guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
      return nil
    }
    let path = String(cString: made)
    return system("folder=\(path) parent=\(getpid())\n\(start)") == 0 ? path : nil
  }()

  /// The address of a schema, which is made where it is not there.
  ///
  ///     try PostgreSQLServer.address(of: "t1")   // postgres://postgres@/postgres?host=…&options=-csearch_path%3Dt1
  package static func address(of schema: String) throws -> String {
    let folder = try startedFolder()
    // The program itself: the system's `psql` is a script that looks for it.
    let psql = "$(ls -d /usr/lib/postgresql/*/bin | tail -1)/psql"
    let make = "\(psql) -qX -h \(folder) -U postgres -c 'CREATE SCHEMA IF NOT EXISTS \"\(schema)\"' postgres"
    guard system(make + " >/dev/null 2>&1") == 0 else {
      throw TemporaryFolder.Failure(description: "no schema can be made")
    }
    return "postgres://postgres@/postgres?host=\(folder)&options=-csearch_path%3D\(schema)"
  }

  /// The address of a database, which need not be there yet.
  ///
  ///     try PostgreSQLServer.address(ofDatabase: "sales")   // postgres://postgres@/sales?host=…
  package static func address(ofDatabase name: String) throws -> String {
    "postgres://postgres@/\(name)?host=\(try startedFolder())"
  }

  private static func startedFolder() throws -> String {
    guard let folder else { throw TemporaryFolder.Failure(description: "PostgreSQL does not start") }
    return folder
  }

  /// The server refuses to run as root.
  ///
  /// What it writes need not outlive a crash of the machine.
  private static let start = """
    bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
    run=
    if [ "$(id -u)" = 0 ]; then run='runuser -u postgres --'; chown postgres "$folder"; fi
    cd "$folder" && chmod 755 "$folder" || exit 1
    $run "$bin/initdb" -D "$folder/data" --locale=C --encoding=UTF8 -A trust -N -U postgres >/dev/null 2>&1 || exit 1
    $run "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off \\
      -c synchronous_commit=off -c shared_buffers=32MB -c max_connections=300 -c autovacuum=off \\
      </dev/null >"$folder/log" 2>&1 &
    for i in 1 2 3 4 5 6 7 8 9 10; do
      "$bin/pg_isready" -q -h "$folder" && break
      sleep 0.3
    done
    (
      while kill -0 "$parent" 2>/dev/null; do sleep 1; done
      kill -INT "$(head -1 "$folder/data/postmaster.pid")"
      sleep 1
      rm -rf "$folder"
    ) </dev/null >/dev/null 2>&1 &
    "$bin/pg_isready" -q -h "$folder"
    """
}
