import Glibc
import TestSupport
import Testing

/// Work that is killed at random moments leaves the old state or the new one.
///
/// `MOONSHELL_KILLS` says how often (20), in runs of 20.
enum KillStorm {
  private static let count = 20
  static let runs = (getenv("MOONSHELL_KILLS").flatMap { Int(String(cString: $0)) } ?? count) / count

  /// Kills `work` again and again, each time within some milliseconds.
  ///
  /// `beforeEach` is done before and is not killed. All of it knows the folder `$d` and `$program`.
  /// `prepare` leaves the script `$d/check.lua`, which is run on `$d/a.db` after each kill: it writes "o" where it finds
  /// the old state, "n" where it finds the new one, and anything else where something is broken.
  static func run(
    _ name: String, within milliseconds: Int, prepare: String, beforeEach: String = "", work: String
  ) throws {
    let seed = 1 + Int(Dice.seed() % 30_000)
    print("seed of the killed \(name): \(seed)")
    let done = try Program.shell(
      """
      d=$(mktemp -d); RANDOM=\(seed); program=$PWD/\(Program.path)
      \(prepare)
      for i in $(seq \(count)); do
        \(beforeEach)
        \(work) & pid=$!
        sleep 0.$(printf %03d $((RANDOM % \(milliseconds))))
        kill -9 $pid 2> /dev/null; wait $pid 2> /dev/null
        $program $d/a.db $d/check.lua $d
      done
      rm -r $d
      """)
    #expect(done.output.count == count && done.output.allSatisfy { $0 == "o" || $0 == "n" }, "seed \(seed): \(done)")
  }
}
