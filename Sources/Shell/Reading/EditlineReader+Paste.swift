extension EditlineReader {
  /// libedit's own commands do here what the editor of whole entries does itself.
  func perform(_ command: EditCommand) -> Editline.Outcome { .nothing }

  /// Inserts what is pasted as it is: tabs do not complete, line ends do not submit.
  func paste() -> Editline.Outcome {
    // In a terminal or a network that delivers the first bytes one by one, libedit sees them; the text follows.
    switch announcedPaste ?? keys.readPaste(limit: EditlineReader.pasteLimit) {
    case .text(let text): return insertPaste(text)
    case .tooLong: return refusePaste()
    case .abandoned: return .nothing  // The signal is answered with the next key.
    }
  }

  private func insertPaste(_ text: String) -> Editline.Outcome {
    announcedPaste = nil
    return editor.insert(text) ? .refresh : refusePaste()
  }

  private func refusePaste() -> Editline.Outcome {
    announcedPaste = nil
    moveBelowLine(showing: "")
    Terminal.show("Nothing was pasted: it is more than 1 MiB. Save it in a file and use .read FILE\r\n")
    editor.paint()
    return .nothing
  }
}
