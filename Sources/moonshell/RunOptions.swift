import Shell

/// What the options of the program say.
struct RunOptions {
  var execute: [String] = []
  var interactive = false
  var `init`: String?
  var noInit = false
  var mode: String?
  var echo = false
  var readOnly = false
  var sandbox = false
  /// What a script in the sandbox may reach beside the database.
  var allowRead: [String] = []
  var allowWrite: [String] = []
  var memoryLimit: Int?
  var timeLimit: Double?
  /// How long a database that others have locked is waited for; nil = as long as is usual.
  var busyTimeout: Duration?
  var color = ColorChoice.auto
  var quiet = false
  var version = false
  var help = false
  var generate: Generated?
  /// Whether the paths are files of tests.
  var test = false
}
