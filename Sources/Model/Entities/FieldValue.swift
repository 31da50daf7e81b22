import LuaRuntime
import Schema

/// What a field constructor gives: a field without a name yet.
package final class FieldValue {
  package var field: Field
  /// The place among all constructor calls; entities sort by it.
  package let serial: Int
  /// The functions among its options.
  package var functions: [ScriptHook: LuaFunction]
  /// The member that it became.
  package var owner: String?
  /// What is wrong with its options; said when the entity's and the field's name are known.
  package var mistake: String?
  /// Reads a table that follows the constructor as options, where it takes one.
  package var readOptions: ((LuaValue) -> Void)?

  /// A table that follows `embedded "Address"` is its options.
  package static var metamethods: HostFunctions {
    [
      "__tostring": { $0.returning("field") },
      "__call": { call in
        guard let value = call.object(1, as: FieldValue.self) else { return 0 }
        if let read = value.readOptions {
          read(call.value(2))
        } else {
          value.mistake = value.mistake ?? DeclarationError.optionsInOneTable(type: value.field.type.name).message
        }
        _ = call.borrowed(1).copied()
        return 1
      },
    ]
  }

  package init(_ field: Field, serial: Int, functions: [ScriptHook: LuaFunction]) {
    self.field = field
    self.serial = serial
    self.functions = functions
  }
}

/// What a relation constructor gives.
package final class RelationValue {
  package var relation: Relation
  let serial: Int
  var owner: String?
  /// What is wrong with its options; said when the entity's and the relation's name are known.
  package var mistake: String?
  /// The names of the key's columns, when they were said.
  package var columns: [String]?

  package init(_ relation: Relation, serial: Int) {
    self.relation = relation
    self.serial = serial
  }
}

/// What `index(…)` gives.
package final class IndexValue {
  let index: Entity.Index
  let position: SourcePosition?

  package init(_ index: Entity.Index, position: SourcePosition?) {
    self.index = index
    self.position = position
  }
}
