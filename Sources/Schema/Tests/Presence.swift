extension TestKind {
  package static let present = TestKind(
    name: "present", summary: "not NULL", example: "is.present", operands: .none,
    message: { _ in "is missing" },
    matcher: { _ in { !$0.isNull } },
    expression: { value, _ in .not(.isNull(value)) })

  package static let absent = TestKind(
    name: "absent", summary: "NULL", example: "is.absent", operands: .none,
    message: { _ in "is not NULL" },
    matcher: { _ in { $0.isNull } },
    expression: { value, _ in .isNull(value) })
}
