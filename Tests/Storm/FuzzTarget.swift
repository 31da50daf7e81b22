/// A reader that is fed with bytes which nobody has checked.
///
/// A new one is one file with a `static let`, and its name in `all`.
struct FuzzTarget: Sendable {
  /// What `scripts/storm` takes: `json`.
  let name: String
  /// Sound inputs, from which the others are made.
  let corpus: [String]
  /// Sound inputs that are no text.
  var binaryCorpus: [[UInt8]] = []
  /// What is put into inputs and means something to the reader.
  let words: [String]
  /// Makes what feeds the reader, with all that it needs for that.
  let feeder: @Sendable () throws -> Feeder

  /// Feeds the reader once; true if it took the input, from which others are made then.
  ///
  /// What it throws is a finding: the errors of the reader itself are caught within.
  typealias Feeder = ([UInt8]) throws -> Bool

  static let all: [FuzzTarget] = [
    .json, .jsonLines, .csv, .tsv, .propertyList, .binaryPropertyList, .dataModel, .predicates, .sql, .closures,
    .bytecode,
  ]
}

/// Something that must never be, about the input under work.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
