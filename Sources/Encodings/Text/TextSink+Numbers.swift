/// "00" to "99", so that an integer is written two digits at a time.
private let digitPairs: [UInt8] = (UInt8(0)..<100).flatMap { number -> [UInt8] in [48 + number / 10, 48 + number % 10] }

extension TextSink {
  /// Writes an integer in decimal.
  package func append(_ value: Int64) {
    let out = reserve(20)
    var end = out
    if value < 0 {
      end.pointee = UInt8(ascii: "-")
      end += 1
    }
    commit(Self.write(value.magnitude, to: end))
  }

  /// Writes a real in the fewest digits that read back as the same real; a whole one keeps its `.0`.
  ///
  ///     1.0   0.1   1e+20   5e-324   -0.0   inf   nan
  package func append(_ value: Double) {
    if let end = Self.writeShortDecimal(value, to: reserve(32)) { return commit(end) }
    if value.isNaN { return append("nan") }
    append(text: value.description)
  }

  private static func write(_ magnitude: UInt64, to out: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var rest = magnitude
    let end = out + digitCount(magnitude)
    var next = end
    digitPairs.withUnsafeBufferPointer { pairs in
      while rest >= 100 {
        let pair = Int(rest % 100) * 2
        rest /= 100
        next -= 2
        next[0] = pairs[pair]
        next[1] = pairs[pair + 1]
      }
    }
    if rest >= 10 {
      (next - 1).pointee = UInt8(48 + rest % 10)
      (next - 2).pointee = UInt8(48 + rest / 10)
    } else {
      (next - 1).pointee = UInt8(48 + rest)
    }
    return end
  }

  private static func digitCount(_ magnitude: UInt64) -> Int {
    var count = 1
    var rest = magnitude
    while rest >= 10_000 {
      rest /= 10_000
      count += 4
    }
    return count + (rest >= 1000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
  }

  /// Writes a real that is a decimal of up to 4 places, as prices and ratings are; nil for all others.
  ///
  /// `n / 10000` is rounded correctly, so it gives `value` exactly when the text `n × 10⁻⁴` reads back as `value`;
  /// and of at most 15 digits no two decimals read as the same real, so no shorter text exists. It takes a tenth
  /// of the time of the general algorithm.
  private static func writeShortDecimal(
    _ value: Double, to out: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8>? {
    let size = value.magnitude
    guard size < 1e11, size > 0 || value.sign == .plus else { return nil }
    let scaled = (size * 10_000).rounded()
    guard scaled / 10_000 == size else { return nil }
    var end = out
    if value < 0 {
      end.pointee = UInt8(ascii: "-")
      end += 1
    }
    let whole = UInt64(scaled)
    end = write(whole / 10_000, to: end)
    return writeFraction(whole % 10_000, to: end)
  }

  /// Writes `.` and four places without the zeros behind, but always one place.
  private static func writeFraction(
    _ fraction: UInt64, to out: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    out[0] = UInt8(ascii: ".")
    var rest = fraction
    var places = 4
    while places > 1, rest % 10 == 0 {
      rest /= 10
      places -= 1
    }
    for place in stride(from: places, to: 0, by: -1) {
      out[place] = UInt8(48 + rest % 10)
      rest /= 10
    }
    return out + 1 + places
  }
}
