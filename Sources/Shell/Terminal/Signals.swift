import CEditline
import Platform

/// What Ctrl-C and the signals that end a program do.
///
/// ```swift
/// Signals.install(interactive: terminal.isInteractive)
/// Signals.onInterrupt(interruptLua, context: state)   // async-signal-safe
/// Signals.beginWork()                                 // from here Ctrl-C ends the work
/// run(entry)
/// let wasInterrupted = Signals.endWork()              // from here it drops the line
/// ```
///
/// A second Ctrl-C within a second, while the first has not ended the work, ends the program. So do SIGTERM, SIGHUP
/// and SIGQUIT, by the signal itself, after the terminal has its settings back; at the prompt the program may clean up.
package enum Signals {
  /// Something that a signal asks of the prompt.
  struct Events: OptionSet {
    let rawValue: Int32

    static let interrupt = Events(rawValue: Int32(MOONSHELL_EVENT_INTERRUPT))
    /// Another one right behind it: the same press, unless something was typed in between.
    static let repeatedInterrupt = Events(rawValue: Int32(MOONSHELL_EVENT_REPEATED_INTERRUPT))
    static let resize = Events(rawValue: Int32(MOONSHELL_EVENT_RESIZE))
    static let suspend = Events(rawValue: Int32(MOONSHELL_EVENT_SUSPEND))
    static let `continue` = Events(rawValue: Int32(MOONSHELL_EVENT_CONTINUE))
  }

  /// Installs the handlers, once, before the first prompt or script.
  ///
  /// Without a person, SIGPIPE, SIGTERM and SIGHUP keep their default action, and so does SIGINT outside of work or
  /// when nothing says how to end it.
  package static func install(interactive: Bool) {
    moonshell_signals_install(interactive ? 1 : 0)
  }

  /// Says what ends running work.
  ///
  /// The function runs in a signal handler: it must be async-signal-safe.
  package static func onInterrupt(
    _ function: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, context: UnsafeMutableRawPointer?
  ) {
    moonshell_signals_on_interrupt(function, context)
  }

  /// Says what a person is told once work has kept the processor busy for a second.
  ///
  /// - Parameter isErased: whether it has no line end, and goes before anything else is shown.
  package static func noteLongWork(_ note: String, isErased: Bool) {
    moonshell_signals_note_long_work(note, isErased ? 1 : 0)
  }

  /// Erases what a person was told about long work, before something else is shown.
  static func eraseNote() { moonshell_signals_erase_note() }

  /// Says whether a line tells how far the work is.
  static func showProgress(_ isOn: Bool) { moonshell_signals_show_progress(isOn ? 1 : 0) }

  /// From here on Ctrl-C ends the work.
  package static func beginWork() {
    setPlace(MOONSHELL_AT_WORK)
    // One that came after the last key was read is about the work.
    let events = takeEvents()
    putBack(events.subtracting([.interrupt, .repeatedInterrupt]))
    if events.contains(.interrupt) { raise(SIGINT) }
  }

  /// From here on Ctrl-C no longer ends the work.
  ///
  /// - Returns: whether it came while the work ran.
  @discardableResult
  package static func endWork() -> Bool {
    let wasInterrupted = moonshell_signals_interrupted(1) != 0
    setPlace(MOONSHELL_IDLE)
    eraseNote()
    return wasInterrupted
  }

  /// Whether Ctrl-C came since the work began.
  package static var isInterrupted: Bool { moonshell_signals_interrupted(0) != 0 }

  /// Ends this process by a signal's default action, so that a calling shell sees what happened.
  package static func die(of signal: Int32) -> Never {
    moonshell_signals_die(signal)
  }

  /// Runs `body`, during which another program has the keys: an interrupt meanwhile is its own.
  package static func pause<Result>(_ body: () -> Result) -> Result {
    let wasAtWork = moonshell_signals_set_place(Int32(MOONSHELL_IDLE)) == Int32(MOONSHELL_AT_WORK)
    defer {
      _ = takeEvents()
      if wasAtWork { beginWork() }
    }
    return body()
  }

  // MARK: At the prompt

  static func beginPrompt() { setPlace(MOONSHELL_AT_PROMPT) }

  static func endPrompt() { setPlace(MOONSHELL_IDLE) }

  /// The signal that asked the program to end while it was at the prompt.
  static var termination: Int32? {
    let signal = moonshell_signals_termination()
    return signal == 0 ? nil : signal
  }

  /// Whether events ask that the line be dropped; a press that was taken already drops no empty one.
  static func drop(_ events: Events, isEmpty: @autoclosure () -> Bool) -> Bool {
    events.contains(.interrupt) || events.contains(.repeatedInterrupt) && !isEmpty()
  }

  static func takeEvents() -> Events { Events(rawValue: moonshell_signals_take()) }

  /// Whether `takeEvents` would find something.
  static var hasEvents: Bool { moonshell_signals_pending() != 0 }

  static func putBack(_ events: Events) {
    if events.isEmpty { return }
    moonshell_signals_put_back(events.rawValue)
  }

  /// Becomes readable when a signal has come.
  static var descriptor: Int32 { moonshell_signals_descriptor() }

  /// Stops this process as Ctrl-Z does; returns when it is continued.
  static func stop() { moonshell_signals_stop() }

  /// Asks the terminal to mark what is pasted, or no longer.
  static func markPastes(_ isOn: Bool) { moonshell_terminal_set_paste(isOn ? 1 : 0) }

  private static func setPlace(_ place: Int) {
    _ = moonshell_signals_set_place(Int32(place))
  }
}
