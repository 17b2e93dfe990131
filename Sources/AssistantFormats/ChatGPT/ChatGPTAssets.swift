import ChatModel
import ImportKit

/// The files of an export, by the ids with which messages name them.
///
/// Old exports name a file `file-ID-name.jpg`, or `dalle-generations/file-ID-uuid.webp`; new ones `ID.dat`, with the names in
/// `conversation_asset_file_names.json`.
struct ChatGPTAssets {
  /// Paths by id.
  private var paths: [String: String] = [:]
  /// Names by the path's last step.
  private var names: [String: String] = [:]
  /// The documents of the canvas by their ids: `textdocs/ID.json`.
  private var documents: [String: String] = [:]
  private let folder: InputFolder

  init(_ input: ImportInput, _ log: inout DiagnosticLog) {
    // If a single file was named, the files of its export are next to it.
    let files = input.bytes == nil ? input.files : (try? input.folder.files()) ?? []
    folder = input.folder
    for path in files {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if let id = Self.id(ofFileNamed: name) { paths[id] = path }
      if name.hasSuffix(".json"), path.hasSuffix("textdocs/\(name)") {
        documents[String(name.dropLast(".json".count))] = path
      }
    }
    guard let list = files.first(where: { $0.hasSuffix("conversation_asset_file_names.json") }),
      let bytes = try? input.folder.bytes(of: list),
      let document = try? JSONFile(ImportInput(path: list, bytes, in: input.folder))?.document()
    else { return }
    for member in document.members {
      names[member.name] = member.value.text.flatMap { $0.split(separator: "/").last.map(String.init) }
    }
  }

  /// Returns the id at the beginning of a file's name, or nil.
  private static func id(ofFileNamed name: String) -> String? {
    guard name.hasPrefix("file-") || name.hasPrefix("file_") else { return nil }
    // The rest of `file-ID-name.jpg` begins with the second `-`.
    let rest = name.dropFirst(5)
    let end = rest.firstIndex { $0 == "-" || $0 == "." } ?? rest.endIndex
    return String(name[..<end])
  }

  /// Returns a document of the canvas, with `title` and `content`, or nil.
  func document(_ id: String) -> JSONValue? {
    guard let path = documents[id], let bytes = try? folder.bytes(of: path) else { return nil }
    return try? JSONFile(ImportInput(path: path, bytes, in: folder))?.document()
  }

  /// Returns the file of an asset pointer, such as `file-service://file-ID` or `sediment://file_ID`. `name` is its name in the
  /// message.
  func attachment(_ pointer: String, kind: Attachment.Kind?, name: String?, type: String?) -> Attachment {
    let id = pointer.range(of: "://").map { String(pointer[$0.upperBound...]) } ?? pointer
    // A pointer may have a fragment: the page of a file.
    let plain = String(id.prefix { $0 != "#" && $0 != "?" })
    let path = paths[plain]
    let last = path.flatMap { $0.split(separator: "/").last.map(String.init) }
    let shown = name ?? last.flatMap { names[$0] } ?? last.map(Self.nameWithoutID) ?? plain
    var attachment = Attachment(
      kind: kind ?? Attachment.Kind(ofFileNamed: shown, type: type), path: path, name: shown)
    if path == nil {
      attachment.absence = .unavailable
      // An id is no use to a reader.
      if name == nil { attachment.name = nil }
    }
    attachment.type = type
    return attachment
  }

  private static func nameWithoutID(_ name: String) -> String {
    let rest = name.dropFirst(5)
    guard let end = rest.firstIndex(of: "-") else { return name }
    return String(rest[rest.index(after: end)...])
  }
}
