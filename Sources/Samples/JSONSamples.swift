/// Small values of JSON: numbers, texts, truths, lists and objects of them.
enum JSONSamples {
  static func text(_ dice: inout SampleDice) -> String {
    switch dice.roll(4) {
    case 0: "[" + (0..<dice.roll(4)).map { _ in plain(&dice) }.joined(separator: ",") + "]"
    case 1: plain(&dice)
    default: object(&dice)
    }
  }

  private static func object(_ dice: inout SampleDice) -> String {
    let names = ["color", "size", "note", "level"]
    let first = dice.roll(names.count)
    let members = (0...dice.roll(2)).map { "\"\(names[(first + $0) % names.count])\":" + plain(&dice) }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// A word, a number or a truth: words have no letters that JSON would escape.
  private static func plain(_ dice: inout SampleDice) -> String {
    switch dice.roll(4) {
    case 0: dice.once(in: 2) ? "true" : "false"
    case 1: String(dice.roll(1000))
    default: "\"" + TextSamples.word(&dice, 3 + dice.roll(6)) + "\""
    }
  }
}
