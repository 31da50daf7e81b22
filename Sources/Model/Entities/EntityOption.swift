import LuaRuntime
import Schema

/// One option of entities: its name, and what it does to the entity that is being read.
package struct EntityOption {
  package let name: String
  package let summary: String
  let apply: (inout EntityReader, LuaValue) throws -> Void

  package nonisolated(unsafe) static let all: [EntityOption] = [
    EntityOption(name: "table", summary: "the name of the table") { reader, value in
      guard case .string(let name) = value, let text = name.text, !text.isEmpty, !text.contains("\0") else {
        throw reader.mistake(.tableIsNoText(found: value.described))
      }
      reader.entity.table = text
    },
    EntityOption(name: "indexes", summary: "a list of index(…)") { reader, value in
      guard case .table = value else {
        throw reader.mistake(.indexesAreNoList)
      }
    },
    EntityOption(name: "check", summary: "rules over several fields: \"start < finish\", or a list of them") {
      $0.entity.rules = try $0.readRules($1)
    },
    EntityOption(name: "extends", summary: "the name of the entity whose members it has, too") { reader, value in
      guard let name = value.text, !name.isEmpty else {
        throw reader.mistake(.extendsIsNoName(found: value.described))
      }
      reader.parent = name
    },
    EntityOption(name: "shared", summary: "true to keep it in the table of the entity that it extends") {
      reader, value in
      guard case .boolean(let flag) = value else { throw reader.mistake(.sharedIsNoFlag) }
      reader.isShared = flag
    },
    EntityOption(name: "abstract", summary: "true for an entity without a table") { reader, value in
      guard case .boolean(let flag) = value else { throw reader.mistake(.abstractIsNoFlag) }
      reader.entity.isAbstract = flag
    },
    EntityOption(
      name: "shard_by",
      summary: "the field or belongs_to by whose value the rows lie in parts, where the database keeps parts"
    ) { reader, value in
      guard let name = value.text, !name.isEmpty else {
        throw reader.mistake(.shardByIsNoName(found: value.described))
      }
      reader.entity.shardBy = name
    },
    EntityOption(name: "renamed_from", summary: "the name that it had before, for db:migrate()") { reader, value in
      guard let name = value.text, !name.isEmpty else {
        throw reader.mistake(.renamedFromIsNoText(found: value.described))
      }
      reader.entity.formerName = name
    },
    EntityOption(name: "before_save", summary: "a function of the object that is about to be written") {
      $0.hooks.beforeSave = try $0.function($1, "before_save")
    },
    EntityOption(name: "after_save", summary: "a function of the object that was written, and of what changed in it") {
      $0.hooks.afterSave = try $0.function($1, "after_save")
    },
    EntityOption(name: "before_delete", summary: "a function of the object whose row is about to be deleted") {
      $0.hooks.beforeDelete = try $0.function($1, "before_delete")
    },
    EntityOption(name: "after_delete", summary: "a function of the object whose row was deleted") {
      $0.hooks.afterDelete = try $0.function($1, "after_delete")
    },
    EntityOption(name: "after_load", summary: "a function of the object that was just read") {
      $0.hooks.afterLoad = try $0.function($1, "after_load")
    },
    EntityOption(name: "equals", summary: "the fields that make objects equal, or a function of two objects") {
      try $0.readEquals($1)
    },
    EntityOption(name: "hash", summary: "a function that gives equal objects the same value") {
      $0.hooks.hash = try $0.function($1, "hash")
    },
    EntityOption(
      name: "merge",
      summary: "a function of the old and the new row, for result sets in memory that hold its objects"
    ) {
      $0.hooks.merge = try $0.function($1, "merge")
    },
    EntityOption(name: "version", summary: "the version of its documents and rows, which files note: 1, 2, …") {
      reader, value in
      guard case .integer(let version) = value, version > 0, version <= Int32.max else {
        throw reader.mistake(.versionIsNoNumber(found: value.described))
      }
      reader.hooks.version = Int(version)
    },
    EntityOption(name: "migrate", summary: "a function of an older document and its version, which gives the newer one")
    {
      $0.hooks.migrate = try $0.function($1, "migrate")
    },
    EntityOption(name: "before_encode", summary: "a function of an object and its document, before that is written") {
      $0.hooks.beforeEncode = try $0.function($1, "before_encode")
    },
    EntityOption(name: "after_decode", summary: "a function of an object and the document that it was made of") {
      $0.hooks.afterDecode = try $0.function($1, "after_decode")
    },
  ]
}

extension EntityReader {
  func function(_ value: LuaValue, _ option: String) throws -> LuaFunction {
    guard case .function(let function) = value else {
      throw mistake(.optionIsNoFunction(option: option, found: value.described))
    }
    return function
  }

  fileprivate mutating func readEquals(_ value: LuaValue) throws {
    switch value {
    case .function(let function): hooks.equals = function
    case .table(let list) where list.rawLength > 0:
      hooks.equalFields = try list.elements.map { element in
        guard let name = element.text else { throw mistake(.equalsTakesNames(found: element.described)) }
        return name
      }
    default: throw mistake(.equalsIsNoList(found: value.described))
    }
  }

  /// Equal objects need the same key, which only `hash` can tell of a function.
  func checkEquality(_ entity: Entity) throws {
    if hooks.equals != nil, hooks.hash == nil {
      throw mistake(.equalsNeedsHash)
    }
    if hooks.hash != nil, hooks.equals == nil {
      throw mistake(.hashNeedsEquals)
    }
    for name in hooks.equalFields where entity.slot(of: name) == nil {
      throw mistake(.equalsHasNoField(field: name, known: entity.fields.map(\.name)))
    }
  }
}
