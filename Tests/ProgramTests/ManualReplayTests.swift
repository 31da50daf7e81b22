import Glibc
import Testing

/// What the manual shows is what happens: `scripts/replay` types its sessions and runs its commands.
@Suite(.serialized) struct ManualReplayTests {
  private static let folder = "Sources/Manual/Chapters"

  private static let chapters: [String] = {
    guard let folder = opendir(folder) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".swift") { names.append(name) }
    }
    return names.sorted()
  }()

  @Test func `there are chapters to replay`() {
    #expect(Self.chapters.count >= 10)
  }

  @Test(arguments: ManualReplayTests.chapters) func `a chapter shows what the program prints`(name: String) throws {
    let run = try Program.shell("python3 scripts/replay \(Self.folder)/\(name)")
    #expect(run == Program.Run(output: "", errors: "", exit: .exited(0)), "\(run.output)")
  }
}
