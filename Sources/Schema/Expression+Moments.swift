/// Moments with so many digits of a second, as texts: those of two fields are compared with the same number of them.
///
/// What other programs have stored with other digits stays what it is.
extension Expression {
  /// Moments of few digits as those of more.
  ///
  ///     "2024-01-01T00:00:00Z" of 0 digits with 3: "2024-01-01T00:00:00.000Z"
  package func withDigits(_ digits: Int, from few: Int) -> Expression {
    guard few < digits else { return self }
    let zeros = (few == 0 ? "." : "") + String(repeating: "0", count: digits - few) + "Z"
    let isPlain = Expression.comparison(
      .equal, .call(.length, [self]), .literal(.integer(Int64(Self.length(few)))))
    let start = Expression.call(.prefix, [self, .literal(.integer(Int64(Self.length(few) - 1)))])
    return .choose(isPlain, .arithmetic(.concatenate, start, .literal(.text(zeros))), self)
  }

  /// Moments of many digits as those of fewer, where nothing but zeros goes; others stay, and equal none of these.
  package func withFewerDigits(_ digits: Int, from many: Int) -> Expression {
    guard digits < many else { return self }
    let tail = (digits == 0 ? "." : "") + String(repeating: "0", count: many - digits) + "Z"
    let end = Expression.call(.suffix, [self, .literal(.integer(Int64(tail.utf8.count)))])
    let start = Expression.call(.prefix, [self, .literal(.integer(Int64(Self.length(digits) - 1)))])
    return .choose(
      .comparison(.equal, end, .literal(.text(tail))),
      .arithmetic(.concatenate, start, .literal(.text("Z"))), self)
  }

  /// Moments as texts that compare as times do, with whatever digits they were stored; other texts stay.
  ///
  ///     "2024-01-01T00:00:00.45Z": "2024-01-01T00:00:00.450000000"
  package var comparedAsMoment: Expression {
    let length = Expression.call(.length, [self])
    let isMoment = Expression.and([
      .comparison(.equal, .call(.suffix, [self, .literal(.integer(1))]), .literal(.text("Z"))),
      .comparison(.atLeast, length, .literal(.integer(Int64(Self.length(0))))),
    ])
    let start = Expression.call(.prefix, [self, .arithmetic(.subtract, length, .literal(.integer(1)))])
    let zeros = String(repeating: "0", count: Self.finestDigits)
    let isWhole = Expression.comparison(.equal, length, .literal(.integer(Int64(Self.length(0)))))
    let tail = Expression.choose(isWhole, .literal(.text("." + zeros)), .literal(.text(zeros)))
    let digits = Int64(Self.length(Self.finestDigits) - 1)
    return .choose(
      isMoment, .call(.prefix, [.arithmetic(.concatenate, start, tail), .literal(.integer(digits))]), self)
  }

  /// So many digits of a second anyone stores.
  private static let finestDigits = 9

  /// How long the text of a moment is.
  private static func length(_ digits: Int) -> Int { digits == 0 ? 20 : 21 + digits }
}

extension Field {
  /// Whether both hold moments, with different digits of a second.
  package func hasOtherDigits(than other: Field) -> Bool {
    type == .datetime && other.type == .datetime && precision != other.precision && encoder == nil
      && other.encoder == nil
  }

  /// A text as this field would hold the moment that it is, where it holds that with other digits; nil for any other.
  package func moment(sayingTheSameAs text: String) -> String? {
    guard type == .datetime, encoder == nil else { return nil }
    var text = text
    guard let moment = text.withUTF8({ FineMoment(bytes: UnsafeRawBufferPointer($0)) }),
      let own = moment.text(precision: precision), own != text, own.count != text.count
    else { return nil }
    return own
  }
}
