/// What one room keeps for as long as a session lives.
package protocol SessionState: AnyObject {
  init(_ session: Session)
}

extension Session {
  /// The state of a type, made when it is first asked for.
  package func state<State: SessionState>(_ type: State.Type) -> State {
    if let known = states[ObjectIdentifier(type)] as? State { return known }
    let made = State(self)
    states[ObjectIdentifier(type)] = made
    return made
  }
}
