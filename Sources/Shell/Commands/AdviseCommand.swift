import Model
import Scripting
import Store

extension Command {
  static let advise = Command(
    "advise", usage: ".advise REQUEST", summary: "the index that would help a request, and what it would save",
    example: ".advise Player:where { age = is.less(21) }",
    arguments: [.request]
  ) { runner, argument in
    let request = try runner.request(argument, for: "advise")
    if try runner.session.main.store().engine.isReadOnly {
      throw CommandError.adviseOnReadOnly
    }
    guard let (before, advice) = try runner.session.advise(request) else {
      throw CommandError.adviseOnGroups
    }
    let palette = runner.settings.palette
    guard let advice else {
      let readsAll = before.plan.contains(where: \.readsAllRows)
      let words = "no index helps: " + (readsAll ? "every row must be read anyway" : "an index is used already")
      return runner.output.result(words + "\n" + palette(before.plan.tree, .dim) + "\n")
    }
    let names = advice.fields.map { "\"\($0)\"" }.joined(separator: ", ")
    let text = """
      \(palette("index(\(names))", .heading) + " in \(advice.entity)")
        \(advice.sql)
      rows scanned  \(grouped(before.effort.scannedRows)) → \(grouped(advice.after.effort.scannedRows))
      steps         \(grouped(before.effort.steps)) → \(grouped(advice.after.effort.steps))\
      \(share(advice.after.effort.steps, of: before.effort.steps))
      without it
      \(palette(before.plan.tree, .dim))
      with it
      \(palette(advice.after.plan.tree, .dim))

      """
    runner.output.result(text)
  }

  /// How much is left, as a person reads it: ` (3 %)`.
  private static func share(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "" }
    let percent = Double(part) * 100 / Double(whole)
    return percent < 1 ? " (less than 1 %)" : " (\(Int(percent.rounded())) %)"
  }
}
