import PostgreSQLEngine
import Store

extension StoreError {
  static func notReached(_ address: ServerAddress?) -> StoreError {
    let reason = "the sandbox reaches the server of the command line, once, and no other"
    return StoreError(.cannotOpen, reason: reason, location: address?.masked)
  }
}

extension Sandbox.Refusal {
  static let noFilter = Self(
    description: "--sandbox needs seccomp, which only Linux has, and this kernel does not offer")

  static let noCanceller = Self(description: "--sandbox: no process can be made that ends statements of the server")

  /// The role of an address may do more than a sandbox lets a script do.
  static func reaches(_ reach: PostgreSQLEngine.Reach, _ location: String) -> Self {
    let reason =
      switch reach {
      case .superuser: "it is a superuser, or may become one"
      case .member: "it is a member of pg_read_server_files, pg_write_server_files or pg_execute_server_program"
      case .maker: "it may make roles, and so take the rights of others"
      case .caller: "it may call functions for that, such as those of dblink"
      }
    return Self(
      description: """
        --sandbox: the role of \(location) reaches files, programs or the network from the server, which no wall here \
        prevents: \(reason). Connect as a role without such rights, as CREATE ROLE … LOGIN makes one
        """)
  }

  static let fixedSQLite = Self(description: "--sandbox needs a SQLite whose system calls can be replaced")

  static func noLandlock(_ option: String) -> Self {
    Self(description: "\(option) needs Landlock (Linux 5.13), which this kernel does not offer")
  }

  static func noProcess(_ reason: String) -> Self {
    Self(description: "--sandbox: no process can be made: \(reason)")
  }

  static func noLock(_ reason: String) -> Self {
    Self(description: "--sandbox does not work here: \(reason)")
  }
}
