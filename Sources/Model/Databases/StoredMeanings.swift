import Schema

/// A point in time between migrations.
package struct MeaningAge: Hashable {
  fileprivate var count = 0
}

/// When migrations gave the stored values of entities another meaning than they had for the declarations before.
///
///     old = Item:where { price = is.greater(300) }   // over integers, though decimals are declared by now
///     db:migrate()                                    // 300 would be 3.00 from here on
package struct StoredMeanings {
  package private(set) var age = MeaningAge()
  private var changes: [String: Int] = [:]

  /// Notes a migration that changed what the values of these entities mean.
  fileprivate mutating func note(_ entities: [String]) {
    if entities.isEmpty { return }
    age.count += 1
    for name in entities { changes[name] = age.count }
  }

  /// Whether the values of some entity of a catalog mean something else than at that time.
  package func areOther(for catalog: Catalog, since age: MeaningAge) -> Bool {
    catalog.names.contains { changes[$0, default: 0] > age.count }
  }
}

/// What tables hold that are not as they are declared, to be compared.
package struct StoredNatures {
  fileprivate let natures: PresentNatures
}

extension ScriptDatabase {
  package var storedNatures: StoredNatures {
    StoredNatures(natures: (try? session.entities.catalog.resolved()).map { natures(of: $0) } ?? [:])
  }

  /// Notes whose values mean something else than before: these, and those whose tables held something else.
  func noteMeanings(of entities: [String], since former: StoredNatures) {
    let present = storedNatures.natures
    meanings.note(entities + session.entities.names.filter { present[$0] != former.natures[$0] })
  }
}
