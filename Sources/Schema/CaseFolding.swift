/// Letters in folded case, one scalar for one: two texts differ by letter case only when their folded forms are equal.
///
/// This is Unicode's simple case folding (UAX #44, `CaseFolding.txt`, status C and S) up to the letter that stands for
/// each class, derived from the mappings that Swift knows. A database asks for it by way of its engine, so that both
/// say the same.
///
///     foldedCase("STRASSE Ärger".utf8 …)   // "strasse ärger"
package func foldedCase(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var place = 0
  while place < bytes.count {
    let byte = bytes[place]
    if byte < 0x80 {
      result.append((65...90).contains(byte) ? byte | 0x20 : byte)
      place += 1
    } else if let (scalar, length) = scalar(at: place, in: bytes) {
      let folded = length == 2 ? twoByteLetters[Int(scalar.value) - 0x80] : foldedCase(scalar)
      if let encoded = UTF8.encode(folded) { result.append(contentsOf: encoded) }
      place += length
    } else {
      // Texts of tables made elsewhere may hold anything: what is no character stays.
      result.append(byte)
      place += 1
    }
  }
  return result
}

/// The scalar that stands for all that differ from this one by letter case.
func foldedCase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  guard scalar.properties.changesWhenCaseMapped else { return scalar }
  // The dotless i has I for a capital, as the other i; Unicode keeps it apart.
  if scalar == "\u{131}" { return scalar }
  let upper = single(scalar.properties.uppercaseMapping) ?? scalar
  return single(upper.properties.lowercaseMapping) ?? upper
}

/// The folded forms of the scalars from U+0080 to U+07FF: Latin, Greek, Cyrillic and their neighbours.
private let twoByteLetters = (UInt32(0x80)...0x7FF).compactMap { Unicode.Scalar($0).map { foldedCase($0) } }

/// The only scalar of a mapping; multi-scalar foldings are not simple ones.
private func single(_ mapping: String) -> Unicode.Scalar? {
  let scalars = mapping.unicodeScalars
  return scalars.count == 1 ? scalars.first : nil
}

/// The scalar that begins at a byte, and how many bytes it takes; nil when there is none.
private func scalar(at place: Int, in bytes: UnsafeRawBufferPointer) -> (Unicode.Scalar, Int)? {
  let lead = bytes[place]
  let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
  guard lead >= 0xC2, place + length <= bytes.count else { return nil }
  var code = UInt32(lead) & (0x7F >> UInt32(length))
  for byte in bytes[(place + 1)..<(place + length)] {
    guard byte & 0xC0 == 0x80 else { return nil }
    code = code << 6 | UInt32(byte & 0x3F)
  }
  guard let scalar = Unicode.Scalar(code), UTF8.width(scalar) == length else { return nil }
  return (scalar, length)
}

extension Value {
  /// A text in folded case; other values stay.
  var foldedCase: Value {
    isText ? .text(bytes: withCell { Schema.foldedCase($0.bytes) }) : self
  }
}

extension Cell {
  /// Calls `body` with the text in folded case; bytes, which have no letters, stay.
  func withFoldedText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if kind == .data { return body(bytes) }
    return withText { foldedCase($0).withUnsafeBytes(body) }
  }
}
