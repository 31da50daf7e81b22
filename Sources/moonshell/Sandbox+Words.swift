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
