extension ColumnType {
  /// The layer above writes a script's value as JSON text before it comes here.
  package static let json = ColumnType(
    name: "json", summary: "any value that JSON can hold", example: "avatar = json {}", storage: .text,
    expected: "a value that JSON can hold", reading: .json
  ) { input, _ in
    guard case .text(let bytes) = input, isStorableText(bytes) else {
      return .refused(expected: "a value that JSON can hold")
    }
    return .same
  }
}
