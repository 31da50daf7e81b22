import Glibc

/// Feeds one reader with changed inputs until the time is up.
///
/// `scripts/storm` starts one process for each reader.
///
///     Storm json --seconds 5 --seed 7 --folder .build/storm
///     Storm json --input .build/storm/json.input
///     Storm --list
///
/// It prints how many inputs there were. A crash or a hang ends the process, and the input is in the folder then.
@main struct Storm {
  private var seconds = 2.0
  private var seed: UInt64 = 1
  private var folder = "."
  private var input: String?

  /// A reader that works on one input for so long hangs.
  private static let longest: UInt32 = 5

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == ["--list"] { return print(FuzzTarget.all.map(\.name).joined(separator: "\n")) }
    guard let name = arguments.first, let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      return end("usage: Storm NAME [--seconds N] [--seed N] [--folder PATH] [--input FILE]", 2)
    }
    arguments.removeFirst()
    do {
      var storm = Storm()
      try storm.take(arguments)
      print(try storm.run(target))
    } catch {
      end("\(error)", 1)
    }
  }

  private static func end(_ words: String, _ code: Int32) {
    let line = Array((words + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
  }

  private mutating func take(_ arguments: [String]) throws {
    for place in stride(from: 0, to: arguments.count - 1, by: 2) {
      let value = arguments[place + 1]
      switch arguments[place] {
      case "--seconds": seconds = Double(value) ?? seconds
      case "--seed": seed = UInt64(value) ?? seed
      case "--folder": folder = value
      case "--input": input = value
      default: throw Finding("there is no option \(arguments[place])")
      }
    }
  }

  /// The number of inputs that the reader was fed with.
  private func run(_ target: FuzzTarget) throws -> Int {
    let feed = try target.feeder()
    if let input {
      alarm(Self.longest)
      _ = try feed(LastInput.bytes(of: input))
      return 1
    }
    let last = try LastInput(path: "\(folder)/\(target.name).input")
    let corpus = target.corpus.map { Array($0.utf8) } + target.binaryCorpus
    for sound in corpus where try !Self.watched(sound, last, feed) {
      throw Finding("an input of the corpus is refused: \(String(decoding: sound, as: UTF8.self))")
    }
    var mutator = Mutator(seed: seed, corpus: corpus, words: target.words.map { Array($0.utf8) })
    var count = corpus.count
    let end = Self.now + seconds
    while Self.now < end {
      let input = mutator.next()
      if try Self.watched(input, last, feed) { mutator.keep(input) }
      count += 1
    }
    return count
  }

  private static func watched(_ input: [UInt8], _ last: LastInput, _ feed: FuzzTarget.Feeder) throws -> Bool {
    try last.note(input)
    alarm(longest)
    defer { alarm(0) }
    return try feed(input)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
