/// One instruction of Lua 5.4's virtual machine: 32 bits.
///
/// The format and the opcodes are those of 5.4.0 to 5.4.8; a header that says otherwise is refused (`ChunkReader`).
struct Instruction: Hashable {
  let bits: UInt32

  var opcode: Opcode? { Opcode(rawValue: UInt8(bits & 0x7F)) }
  var a: Int { Int(bits >> 7 & 0xFF) }
  var k: Bool { bits >> 15 & 1 != 0 }
  var b: Int { Int(bits >> 16 & 0xFF) }
  var c: Int { Int(bits >> 24) }
  /// B and C as signed numbers.
  var sB: Int64 { Int64(b) - 127 }
  var sC: Int64 { Int64(c) - 127 }
  var bx: Int { Int(bits >> 15) }
  var sBx: Int64 { Int64(bx) - 65535 }
  var ax: Int { Int(bits >> 7) }
  /// How far a jump goes.
  var sJ: Int { Int(bits >> 7) - 16_777_215 }
}

/// What an instruction does, in the order of the machine's numbers.
enum Opcode: UInt8, CaseIterable {
  case move, loadI, loadF, loadK, loadKX, loadFalse, loadFalseSkip, loadTrue, loadNil, getUpvalue, setUpvalue
  case getTabUp, getTable, getI, getField, setTabUp, setTable, setI, setField, newTable, selfOf
  case addI, addK, subK, mulK, modK, powK, divK, idivK, bandK, borK, bxorK, shrI, shlI
  case add, sub, mul, mod, pow, div, idiv, band, bor, bxor, shl, shr
  case mmbin, mmbinI, mmbinK, unm, bnot, not, len, concat, close, tbc, jmp
  case eq, lt, le, eqK, eqI, ltI, leI, gtI, geI, test, testSet
  case call, tailCall, returnOp, return0, return1
  case forLoop, forPrep, tforPrep, tforCall, tforLoop, setList, closure, vararg, varargPrep, extraArg
}
