import LuaRuntime

/// Objects that are saved along with others, which a room above knows.
///
/// It is made for a list of objects that are to be saved, if any of them brings something along.
package protocol SavingParticipant: AnyObject {
  /// Notes what waits; asked once the objects are written, and before they are marked as saved.
  func collect() throws
  /// Saves what waits, once the objects are saved.
  func save(_ options: SaveOptions) throws
}
