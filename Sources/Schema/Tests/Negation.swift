extension TestKind {
  /// The test that holds where this one does not, and says as little about NULL.
  func negation(
    name: String, summary: String, example: String, message: @escaping @Sendable (TestArguments) -> String
  ) -> TestKind {
    let (matcher, expression) = (matcher, expression)
    return TestKind(
      name: name, summary: summary, example: example, operands: operands, subject: subject, options: options,
      message: message,
      matcher: { arguments in
        let matches = matcher(arguments)
        return { (cell) throws(SchemaError) in try matches(cell).map { !$0 } }
      },
      expression: { .not(expression($0, $1)) })
  }
}
