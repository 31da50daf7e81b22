import Model

/// The objects that wait for those of a list, while these are saved.
final class WaitingChildren: SavingParticipant {
  private let children: PendingChildren
  private let source: ObjectSource
  private var waiting: [PendingChildren.Waiting] = []

  /// Nothing where none of the objects has some.
  init?(_ children: PendingChildren, _ source: ObjectSource) {
    guard children.exist(in: source) else { return nil }
    self.children = children
    self.source = source
  }

  func collect() throws { waiting = try children.waiting(of: source) }

  func save(_ options: SaveOptions) throws { try children.save(waiting, options: options) }
}
