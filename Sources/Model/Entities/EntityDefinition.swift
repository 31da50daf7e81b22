import LuaRuntime
import Schema

/// What a script said of an entity.
package struct EntityDefinition {
  var entity: Entity
  var functions: [ScriptHook: LuaFunction] = [:]
  var hooks = EntityHooks()
}

/// An entity that waits for one that it extends, or follows it: when that is defined, the entity becomes whole.
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

extension EntityRegistry {
  /// Makes an entity known as a reader read it: whole, or waiting for what it extends.
  package func define(_ reader: EntityReader) throws -> EntityHandle {
    let parent = reader.parent.flatMap { wholeModel($0, for: reader) }
    let model = try define(reader, with: parent)
    let handle = EntityHandle(model, database: nil)
    pendingEntities.removeAll { $0.reader.name == reader.name }
    sharingEntities.removeAll { $0.reader.name == reader.name }
    if let name = reader.parent {
      let entity = PendingEntity(reader, parent: name, handle: handle)
      if parent == nil { pendingEntities.append(entity) } else if reader.isShared { sharingEntities.append(entity) }
    }
    if reader.parent == nil || parent != nil { try completeChildren(of: model) }
    try widenKeys(to: model.entity)
    if !model.entity.targetsToCome({ self.model($0)?.entity }).isEmpty {
      entitiesBeforeTargets.append((reader, handle))
    }
    return handle
  }

  /// Defines those entities anew that refer to one which, as it turns out, has a key of several columns, or one that is
  /// stored otherwise than it reads, or to fields of it.
  private func widenKeys(to target: Entity) throws {
    entitiesBeforeTargets.removeAll { $0.handle.model !== model($0.reader.name) }
    let isPlain = target.keySlots.count == 1 && !target.fields[target.keySlots[0]].isKeyOfItsKind
    guard target.missingParent == nil, !target.keySlots.isEmpty else { return }
    for (reader, handle) in entitiesBeforeTargets
    where handle.model.entity.relations.contains(where: {
      $0.kind == .belongsTo && $0.target == target.name && !(isPlain && $0.references.isEmpty)
    }) {
      let parent = reader.parent.flatMap { wholeModel($0, for: reader) }
      let former = handle.model
      former.become(try define(reader, with: parent, former: former))
    }
  }

  private func define(
    _ reader: EntityReader, with parent: EntityModel?, former: EntityModel? = nil
  ) throws -> EntityModel {
    guard reader.isShared, let parent else {
      return define(try reader.finished(with: parent), former: former, parent: parent)
    }
    // Nothing is made known before all of it is right.
    let root = try reader.rooted(parent.entity)
    let definition = try reader.finished(with: parent, as: root)
    var all = catalog
    all.define(root)
    try reader.checkColumns(of: definition.entity, in: all)
    let shared = parent.entity.sharing == nil ? share(parent, as: root) : parent
    return define(definition, former: former, parent: shared)
  }

  /// Makes an entity one whose table others share.
  private func share(_ model: EntityModel, as entity: Entity) -> EntityModel {
    let definition = EntityDefinition(entity: entity, functions: model.functions, hooks: model.hooks)
    let shared = define(definition, former: model, parent: model.parent)
    model.become(shared)
    return shared
  }

  private func wholeModel(_ name: String, for child: EntityReader) -> EntityModel? {
    guard name != child.name, let model = model(name), model.entity.missingParent == nil,
      !catalog.isKind(name, of: child.name)
    else { return nil }
    // What was made of a table has all columns of it already, those of the child too.
    return child.isShared && model.entity.isReflected ? nil : model
  }

  /// Makes whole what waited for an entity; each of them may be waited for, too.
  ///
  /// Those that share its table are made anew, as their part of it may be another.
  private func completeChildren(of parent: EntityModel) throws {
    var parents = [parent.entity.name]
    while let name = parents.popLast() {
      let waiting = pendingEntities.filter { $0.parent == name }
      pendingEntities.removeAll { $0.parent == name }
      for child in waiting + sharingEntities.filter({ $0.parent == name }) {
        guard let parent = model(name) else { continue }
        let former = child.handle.model
        former.become(try define(child.reader, with: parent, former: former))
        parents.append(child.reader.name)
      }
      sharingEntities += waiting.filter(\.reader.isShared)
    }
  }
}
