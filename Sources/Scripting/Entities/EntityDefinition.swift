import LuaRuntime
import Schema

/// What a script said of an entity.
struct EntityDefinition {
  var entity: Entity
  var functions: [ScriptHook: LuaFunction] = [:]
  var hooks = EntityHooks()
}

/// An entity that extends one that is not there yet; when it is, the entity becomes whole.
final class PendingEntity {
  let reader: EntityReader
  let parent: String
  let handle: EntityHandle

  init(_ reader: EntityReader, parent: String, handle: EntityHandle) {
    self.reader = reader
    self.parent = parent
    self.handle = handle
  }
}

extension Session {
  /// Makes an entity known as a reader read it: whole, or waiting for what it extends.
  func define(_ reader: EntityReader) throws -> EntityHandle {
    pendingEntities.removeAll { $0.reader.name == reader.name }
    let parent = reader.parent.flatMap { wholeModel($0, notOf: reader.name) }
    let model = define(try reader.finished(with: parent), methodsOf: parent)
    let handle = EntityHandle(model, database: nil)
    if let name = reader.parent, parent == nil {
      pendingEntities.append(PendingEntity(reader, parent: name, handle: handle))
    } else {
      try completeChildren(of: model)
    }
    try widenKeys(to: model.entity)
    if !model.entity.targetsToCome({ self.model($0)?.entity }).isEmpty {
      entitiesBeforeTargets.append((reader, handle))
    }
    return handle
  }

  /// Defines those entities anew that refer to one which, as it turns out, has a key of several columns.
  private func widenKeys(to target: Entity) throws {
    entitiesBeforeTargets.removeAll { $0.handle.model !== model($0.reader.name) }
    guard target.missingParent == nil, target.keySlots.count > 1 else { return }
    for (reader, handle) in entitiesBeforeTargets
    where handle.model.entity.relations.contains(where: { $0.kind == .belongsTo && $0.target == target.name }) {
      let parent = reader.parent.flatMap { wholeModel($0, notOf: reader.name) }
      handle.model = define(try reader.finished(with: parent), methods: handle.model.methods, methodsOf: parent)
    }
  }

  private func wholeModel(_ name: String, notOf child: String) -> EntityModel? {
    guard name != child, let model = model(name), model.entity.missingParent == nil else { return nil }
    return model
  }

  /// Makes whole what waited for an entity; each of them may be waited for, too.
  private func completeChildren(of parent: EntityModel) throws {
    var parents = [parent]
    while let parent = parents.popLast() {
      let waiting = pendingEntities.filter { $0.parent == parent.entity.name }
      pendingEntities.removeAll { $0.parent == parent.entity.name }
      for child in waiting {
        let model = define(
          try child.reader.finished(with: parent), methods: child.handle.model.methods, methodsOf: parent)
        child.handle.model = model
        parents.append(model)
      }
    }
  }
}
