import Schema
import Testing

@Suite struct KernelTests {
  /// A call of each kernel on values that it takes, and what comes of it.
  static let calls: [(Kernel, [Value], Value)] = [
    (.isInteger, [.integer(1)], .integer(1)), (.isReal, [.integer(1)], .integer(0)),
    (.isText, [.text("a")], .integer(1)), (.isData, [.text("a")], .integer(0)), (.plain, [.text("5")], .text("5")),
    (.binary, [.text("A")], .text("A")), (.nocase, [.text("A")], .text("A")), (.rtrim, [.text("a ")], .text("a ")),
    (.trimEnd, [.text(" a  ")], .text(" a")), (.keyNumber, [.text(" 5.0")], .integer(5)),
    (.keyText, [.real(5)], .text("5.0")),
    (.bytes, [.text("é")], .data([0xC3, 0xA9])),
    (.byteLength, [.text("é\0a")], .integer(4)), (.slice, [.text("Oslo"), .integer(2), .integer(-2)], .text("sl")),
    (.upper, [.text("aé{z")], .text("Aé{Z")), (.lower, [.data([0x41, 0xC9])], .data([0x61, 0xC9])),
    (.integerText, [.integer(.min)], .text("-9223372036854775808")),
    (.bitAnd, [.integer(-1), .integer(6)], .integer(6)), (.bitOr, [.integer(1), .integer(6)], .integer(7)),
    (.shiftLeft, [.integer(-1), .integer(60)], .integer(-1 << 60)),
    (.shiftRight, [.integer(-1), .integer(60)], .integer(15)),
    (.power, [.integer(2), .real(0.5)], .real(2.0.squareRoot())), (.characterCount, [.text("é\0日")], .integer(3)),
    (.squareRoot, [.integer(2)], .real(2.0.squareRoot())),
    (.repeated, [.text("é"), .integer(3)], .text("ééé")),
    (.date, [.text("%Y-%m"), .integer(86_400)], .text("1970-01")),
    (.floor, [.real(-2.5)], .integer(-3)), (.find, [.text("Oslo"), .text("l(o)$")], .integer(3)),
    (.match, [.text("Oslo"), .text("%u(.)")], .text("s")), (.number, [.text(" 0x1F ")], .integer(31)),
    (.reverse, [.data([1, 2])], .data([2, 1])), (.byte, [.text("Oslo"), .integer(-1)], .integer(111)),
    (.part, [.text(#"{"a":[1,"x"]}"#), .text("a"), .integer(2)], .text("x")),
    (.partText, [.text(#"{"a":[1,"x"]}"#), .text("a"), .integer(2)], .text("x")),
    (.partNumber, [.text(#"{"a":[1,"x"]}"#), .text("a"), .integer(1)], .integer(1)),
    (.partTruth, [.text(#"{"a":true}"#), .text("a")], .integer(1)),
    (.partType, [.text(#"{"a":[1,"x"]}"#), .text("a")], .text("table")),
    (.partLength, [.text(#"{"a":[1,"x"]}"#), .text("a")], .integer(2)),
    (.isOfShape, [.text("\"x\""), .text(#"{"type":"text"}"#)], .integer(1)),
    (.coefficient, [.real(19.99), .integer(2)], .integer(1999)),
    (.substitutions, [.text("a-b-c"), .text("%-")], .integer(2)),
    (.numberText, [.real(5), .integer(0)], .text("5.0")), (.formatted, [.text("%5.1f"), .real(2.25)], .text("  2.2")),
    (.substitute, [.text("a-b-c"), .text("%-"), .text("")], .text("abc")),
  ]

  @Test
  func `Every kernel does what it says`() throws {
    let laboratory = try Laboratory()
    #expect(Set(Self.calls.map(\.0)) == Set(Kernel.allCases))
    for (kernel, operands, expected) in Self.calls {
      #expect(try value(kernel, operands, laboratory) == expected, "\(kernel)")
    }
  }

  @Test
  func `Every kernel is strict: a question about NULL is answered with no, the rest is NULL`() throws {
    let laboratory = try Laboratory()
    let questions: Set<Kernel> = [.isInteger, .isReal, .isText, .isData]
    for (kernel, operands, _) in Self.calls {
      for place in operands.indices {
        var operands = operands
        operands[place] = .null
        #expect(
          try value(kernel, operands, laboratory) == (questions.contains(kernel) ? .integer(0) : .null),
          "\(kernel), operand \(place)")
      }
    }
  }

  @Test func `decimals of as many digits as their column says are integers without a point, and others are none`()
    throws
  {
    let laboratory = try Laboratory()
    let cases: [(Value, Int64, Value)] = [
      (.integer(7), 2, .integer(700)), (.real(-0.0), 2, .integer(0)), (.real(0.1), 18, .null),
      (.real(0.1), 3, .integer(100)),
      (.real(1.005), 2, .null), (.real(0.1 + 0.2), 1, .null), (.real(0.3), 1, .integer(3)),
      (.real(9_999_999_999_999.99), 2, .integer(999_999_999_999_999)), (.real(10_000_000_000_000.25), 2, .null),
      (.integer(.max), 1, .null), (.integer(.max), 0, .integer(.max)), (.real(.infinity), 0, .null),
      (.text("1.5"), 2, .null),
    ]
    for (value, digits, expected) in cases {
      #expect(try self.value(.coefficient, [value, .integer(digits)], laboratory) == expected, "\(value), \(digits)")
    }
  }

  @Test func `numbers are written as Lua writes them, and forms of other things not at all`() throws {
    let laboratory = try Laboratory()
    let written: [(Kernel, [Value], Value)] = [
      (.numberText, [.integer(.min), .integer(0)], .text("-9223372036854775808")),
      (.numberText, [.integer(5), .integer(1)], .text("5.0")), (.numberText, [.real(0.1), .integer(1)], .text("0.1")),
      (.numberText, [.real(1e300), .integer(0)], .text("1e+300")),
      (.numberText, [.real(-.infinity), .integer(0)], .text("-inf")),
      (.numberText, [.real(1.0 / 3), .integer(0)], .text("0.33333333333333")),
      (.formatted, [.text("%.2f"), .integer(3)], .text("3.00")),
      (.formatted, [.text("%+05d"), .integer(3)], .text("+0003")),
      (.formatted, [.text("%x"), .integer(-1)], .text("ffffffffffffffff")),
      (.formatted, [.text("%20.1f"), .real(-1e10)], .text("      -10000000000.0")),
      (.formatted, [.text("%s"), .integer(3)], .null), (.formatted, [.text("%n"), .integer(3)], .null),
      (.formatted, [.text("%d%d"), .integer(3)], .null), (.formatted, [.text("%*d"), .integer(3)], .null),
      (.formatted, [.text("%100d"), .integer(3)], .null), (.formatted, [.text("%d"), .real(3)], .null),
      (.formatted, [.text("%.2f"), .text("3")], .null), (.formatted, [.text("%lf"), .real(3)], .null),
      (.formatted, [.text("%.2f\0%s"), .real(3)], .null), (.formatted, [.text(""), .real(3)], .null),
    ]
    for (kernel, operands, expected) in written {
      #expect(try value(kernel, operands, laboratory) == expected, "\(kernel) \(operands)")
    }
  }

  @Test func `texts are numbers as Lua reads them`() throws {
    let laboratory = try Laboratory()
    let numbers: [(String, Value)] = [
      ("10", .integer(10)), ("-0x10", .integer(-16)), ("1e2", .real(100)), (" .5 ", .real(0.5)), ("5.", .real(5)),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .real(0x1p63)),
      ("-9223372036854775808", .integer(.min)), ("0x1p4", .real(16)), ("1e999", .real(.infinity)), ("", .null),
      ("inf", .null), ("nan", .null), ("1 2", .null), ("1\0", .null), ("0x", .null), ("1_0", .null), ("+-1", .null),
    ]
    for (text, expected) in numbers {
      #expect(try value(.number, [.text(text)], laboratory) == expected, "\(text)")
    }
  }

  private func value(_ kernel: Kernel, _ operands: [Value], _ laboratory: Laboratory) throws -> Value {
    let text = try laboratory.text(.kernel(kernel, operands.map { .literal($0) }))
    let rows = try laboratory.rows(.init(text: "SELECT " + text))
    return rows.value(0, 0)
  }
}
