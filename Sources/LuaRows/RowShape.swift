import CLua
import CRows
import LuaRuntime
import Platform

/// The fields of an entity as its objects in Lua know them: names, how their cells read, where they stand in a row.
///
/// A shape lives as long as its state.
package struct LuaRowShape: Equatable {
  package let pointer: OpaquePointer

  init(pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// How the cell of a field reads in Lua.
  package enum Reading: UInt8, Sendable {
    /// As it is stored.
    case stored
    /// 0 and 1 read as false and true.
    case boolean
    /// The fallback of objects is asked.
    case ask
    /// It is asked for NULL, too.
    case askAlways
    /// As they are stored, when they are of this class; else the fallback is asked.
    case integer = 5
    case real, text, data
    /// Texts that are labels of the field as they are stored; else the fallback is asked.
    case label = 16
  }

  /// The values that a new object takes without asking the host about them.
  package enum Taking {
    /// None.
    case asked
    case boolean
    case integer(ClosedRange<Int64>)
    /// Numbers that a real holds exactly; whole ones become reals.
    case real
    /// UTF-8 without NUL.
    case text
    /// One of these texts.
    case label([String])
    /// A day of the calendar as `YYYY-MM-DD`.
    case date
  }

  package struct Field {
    package var name: String
    package var reading: Reading
    /// Its place in the rows, or nil when they do not hold it.
    package var column: Int?
    package var taking: Taking

    package init(name: String, reading: Reading, column: Int?, taking: Taking = .asked) {
      self.name = name
      self.reading = reading
      self.column = column
      self.taking = taking
    }
  }

  /// `context` comes back from every object of this shape; the caller keeps it alive.
  package init(_ state: LuaState, fields: [Field], context: AnyObject) {
    let names = fields.map { strdup($0.name) }
    defer { names.forEach { free($0) } }
    let readings = fields.map(\.reading.rawValue)
    let columns = fields.map { Int16($0.column ?? -1) }
    let constants = names.map { UnsafePointer($0) }
    let opaque = Unmanaged.passUnretained(context).toOpaque()
    pointer = moon_shape_new(state.stack.pointer, Int32(fields.count), constants, readings, columns, opaque)
    for (slot, field) in fields.enumerated() { take(field.taking, in: Int32(slot), state.stack) }
  }

  private func take(_ taking: Taking, in slot: Int32, _ stack: LuaStack) {
    func set(_ kind: Int, low: Int64 = 0, high: Int64 = 0) {
      moon_shape_set_taking(pointer, slot, Int32(kind), low, high)
    }
    switch taking {
    case .asked: set(MOON_TAKE_ASKED)
    case .boolean: set(MOON_TAKE_BOOLEAN)
    case .integer(let range): set(MOON_TAKE_INTEGER, low: range.lowerBound, high: range.upperBound)
    case .real: set(MOON_TAKE_REAL)
    case .text: set(MOON_TAKE_TEXT)
    case .date: set(MOON_TAKE_DATE)
    case .label(let labels):
      stack.newTable(array: 0, fields: labels.count)
      for label in labels {
        stack.push(true)
        stack.rawSet(table: -2, label)
      }
      moon_shape_set_labels(stack.pointer, pointer, slot)
      set(MOON_TAKE_LABEL)
    }
  }

  package func context<Context: AnyObject>(as type: Context.Type) -> Context? {
    moon_shape_context(pointer).map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The column of a field in the rows; nil where they do not hold it.
  package func column(of slot: Int) -> Int? {
    let column = moon_shape_column(pointer, Int32(slot))
    return column < 0 ? nil : Int(column)
  }

  /// Lets C know the number of the open transaction, 0 without one; it stays where it is as long as the shape lives.
  package func followTransaction(_ number: UnsafePointer<UInt32>) {
    moon_shape_set_transaction(pointer, number)
  }

  /// Lets C answer a relation to many with a promise of this type, where a whole number in a slot is the key.
  package func addRelation(_ name: String, slot: Int, promising type: LuaPromiseType, _ stack: LuaStack) {
    stack.push(name)
    moon_shape_add_relation(stack.pointer, pointer, Int32(slot), type.metatable)
  }

  /// The slot of a field whose name is the string at `index`.
  package func slot(named index: Int, on stack: LuaStack) -> Int? {
    let slot = moon_shape_find(stack.pointer, pointer, Int32(index))
    return slot < 0 ? nil : Int(slot)
  }
}

extension LuaRowObject {
  /// Takes the members of a table that the shape's fields take; `judge` is called with each of the others, which stand
  /// above.
  package func take(
    _ table: BorrowedValue, judge: (_ key: BorrowedValue, _ value: BorrowedValue) throws -> Void
  ) rethrows {
    lua_pushnil(stack)
    // The next call goes on from the key, which it takes away at the end.
    while moon_object_take(stack, Int32(index), Int32(table.index)) {
      let value = BorrowedValue(at: -1, on: LuaStack(pointer: stack))
      try judge(BorrowedValue(at: -2, on: value.stack), value)
      value.drop()
    }
  }
}
