import Encodings

extension TestPathError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noScripts:
      "--test: there is no *.lua in the folder; those of folders in it are named, too: --test tests tests/more"
    case .notThere(let path): "--test: there is no file or folder \(quotedExcerpt(path))"
    case .unreadable(let folder, let reason): "cannot read \(quotedExcerpt(folder)): \(reason)"
    }
  }
}
