import Encodings
import Testing

@Suite struct Base64Tests {
  /// The test vectors of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `bytes become text, and text bytes`(bytes: String, text: String) {
    #expect(Base64.text(Array(bytes.utf8)) == text)
    #expect(Base64.bytes(text.utf8) == Array(bytes.utf8))
  }

  @Test func `every byte at every place comes back`() {
    for byte in UInt8.min...UInt8.max {
      for count in 1...4 {
        let bytes = (0..<count).map { byte &+ UInt8($0) &* 85 }
        #expect(Base64.bytes(Base64.text(bytes).utf8) == bytes)
      }
    }
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zm 9", "Zm-_", "Zg==Zg=="])
  func `what is no base 64 is refused`(text: String) {
    #expect(Base64.bytes(text.utf8) == nil)
  }
}
