import Encodings
import Interchange
import LuaRuntime
import Model
import Query
import Schema

/// Reads data models of Xcode.
package struct ModelReflection {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// Declares the entities of a data model of Xcode: `db:reflect "Shop.xcdatamodel"`.
  ///
  /// They are as if a script had written them: `db:create_all()` makes their tables.
  package func reflect(modelAt path: String) throws {
    do {
      let file = try modelFile(path)
      let source = try CoreDataSource(ByteInput(path: file), reserved: Reflection.reservedNames)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      try session.lua.load(source.text, name: "=" + name).call()
      for remark in source.remarks { session.messages.diagnostics("\(name): \(remark)\n") }
    } catch let error as InterchangeError {
      throw ScriptError(error, file: path)
    }
  }

  /// The XML file of a model, which is a folder, as its versions are: `Shop.xcdatamodeld/Shop 2.xcdatamodel/contents`.
  private func modelFile(_ path: String) throws -> String {
    var path = path
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name.hasSuffix(".xcdatamodeld") {
      let version = try currentVersion(in: path) ?? String(name.dropLast())
      return "\(path)/\(version)/contents"
    }
    if name.hasSuffix(".xcdatamodel") { return path + "/contents" }
    if name == "contents" { return path }
    throw ScriptError(ExchangeError.notAModel(path: path))
  }

  /// The version that the model says is the present one.
  private func currentVersion(in path: String) throws -> String? {
    // A model that never had another version has no such file.
    guard let input = try? ByteInput(path: path + "/.xccurrentversion") else { return nil }
    guard case .map(let members) = try FileFormat.propertyList.value(from: input),
      case .text(let name)? = members["_XCCurrentVersionName"]
    else { return nil }
    return name
  }
}
