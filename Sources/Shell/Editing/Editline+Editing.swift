import CEditline
import Editing

/// libedit as keys and text alone, where the screen is painted by others.
extension Editline {
  /// Takes the screen from libedit and binds the keys of the editor; false where that fails.
  func giveUpScreen() -> Bool {
    guard moonshell_editor_hide(handle) != 0 else { return false }
    EditCommand.install(in: handle)
    // What a person has bound counts.
    el_source(handle, nil)
    return true
  }

  /// The text and the cursor in it.
  var edited: EditedText {
    get {
      guard let info = el_wline(handle)?.pointee, let start = info.buffer, let end = info.lastchar,
        let cursor = info.cursor
      else { return EditedText("") }
      let scalars = UnsafeBufferPointer(start: start, count: max(0, end - start)).map {
        Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) ?? "\u{FFFD}"
      }
      return EditedText(scalars, cursor: cursor - start)
    }
    set {
      let wide = newValue.scalars.map { wchar_t(truncatingIfNeeded: $0.value) } + [0]
      _ = wide.withUnsafeBufferPointer { text in
        text.baseAddress.map { moonshell_editor_replace(handle, $0, Int32(clamping: newValue.cursor)) }
      }
    }
  }
}
