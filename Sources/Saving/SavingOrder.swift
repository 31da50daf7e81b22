/// The order in which things are saved that need others: each behind those that it needs, the farthest first.
///
///     // of a, which needs b and c, where b needs c: c, b
///
/// Without recursion: a row of things may be as long as a script makes it.
struct SavingOrder<Thing, Identity: Hashable> {
  /// What tells things apart; nil for what is not there any more, and passed over.
  let identity: (Thing) -> Identity?
  /// What must be saved before a thing is.
  let needs: (Thing) throws -> [Thing]
  /// The error for a thing that needs itself, over others.
  let circle: (Thing) -> any Error

  private enum Step {
    case enter(Thing)
    case leave(Thing, Identity)
  }

  /// Calls `save` with each thing that one needs, and those that these need; not with the thing itself.
  func forEachNeeded(by start: Thing, _ save: (Thing) throws -> Void) throws {
    let own = identity(start)
    var steps = [Step.enter(start)]
    // Those that were entered and not left are the way from the start to the present one.
    var open: Set<Identity> = []
    var done: Set<Identity> = []
    while let step = steps.popLast() {
      switch step {
      case .enter(let thing):
        guard let known = identity(thing), !done.contains(known) else { continue }
        guard open.insert(known).inserted else { throw circle(thing) }
        steps.append(.leave(thing, known))
        steps += try needs(thing).map { .enter($0) }
      case .leave(let thing, let known):
        open.remove(known)
        done.insert(known)
        if known != own { try save(thing) }
      }
    }
  }
}
