import Schema

extension Embedding {
  /// The names of all entities whose objects may stand in a document of a kind, at any depth.
  package func entities(in kind: Document.Kind) -> Set<String> {
    var result: Set<String> = []
    var waiting = kind.entityNames
    while let name = waiting.popLast() {
      guard result.insert(name).inserted, let entity = session.entities.model(name)?.entity else { continue }
      waiting += entity.documentNames
      if entity.sharing != nil {
        waiting += session.entities.catalog.entities.map(\.name).filter {
          session.entities.catalog.isKind($0, of: name)
        }
      }
    }
    return result
  }

  /// Whether documents of a kind may hold objects of an entity for whose functions `test` holds.
  package func documents(of kind: Document.Kind, have test: (EntityHooks) -> Bool) -> Bool {
    entities(in: kind).contains { name in session.entities.model(name).map { test($0.hooks) } ?? false }
  }
}

extension ObjectContext {
  /// Whether a function of the script must be asked before an object is deleted, or told of it.
  package var watchesDeleting: Bool { model.hooks.beforeDelete != nil || model.hooks.afterDelete != nil }

  /// Whether a function of the script must be asked before an object is written, its own or one of its documents', or
  /// is told of it.
  package var watchesSaving: Bool {
    if model.hooks.beforeSave != nil || model.hooks.afterSave != nil { return true }
    guard hasDocuments else { return false }
    if let known = savingWatch, known.version == session.entities.version { return known.isWatched }
    let isWatched = model.entity.allFields.contains { field in
      field.document.map { Embedding(session).documents(of: $0.kind) { $0.beforeSave != nil } } ?? false
    }
    savingWatch = (session.entities.version, isWatched)
    return isWatched
  }
}
