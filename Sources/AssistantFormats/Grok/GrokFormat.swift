import ChatModel
import ImportKit

/// The account download of Grok: `prod-grok-backend.json`, with uploads in folders beside it.
///
/// xAI does not describe it. The facts come from programs that read it (polylogue, threadshelf).
enum GrokFormat: ConvertedFormat {
  static let key = "grok"
  static let name = "Grok (account download)"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "answers with all of Markdown"),
    .full("thinking", "folded"),
    .full("pages found by searches", "folded"),
    .full("branches", "regenerated answers"),
    .full("uploads"),
    .partly("pictures that Grok made", "their addresses, if the download lacks them"),
    .full("all conversations of an account"),
    .none("projects, tasks, posts of media", "left out, with a note"),
    .none("payments and sign-ins"),
  ]

  private static let fileName = "prod-grok-backend.json"

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil { return isConversations(input) }
    return path(in: input).flatMap { try? input.file(named: $0) }.map(isConversations) ?? false
  }

  private static func isConversations(_ input: ImportInput) -> Bool {
    input.shape.has(".conversations[].conversation", ".conversations[].responses")
  }

  /// The path of the conversations in a download.
  private static func path(in input: ImportInput) -> String? {
    let paths = input.files.filter { $0 == fileName || $0.hasSuffix("/\(fileName)") }
    return paths.count == 1 ? paths.first : nil
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let path = input.bytes == nil ? path(in: input) : nil
    let source = if let path { try input.file(named: path) } else { input }
    guard let file = JSONFile(source) else { return }
    let folder = path.flatMap { $0.lastIndex(of: "/").map { slash in String(path?[...slash] ?? "") } } ?? ""
    let assets = GrokAssets(folder: input.folder, start: folder)
    let others = file.wholeMembers(without: ["conversations"], log: &log)
    for member in others.members where !member.value.elements.isEmpty {
      log.append(
        Diagnostic(
          .note, "not-shown",
          "\(member.value.elements.count) entries of '\(member.name.prefix(60))' are left out",
          at: file.origin(member.value.offset ?? 0, member.name)))
    }
    try file.forEachElement(of: "conversations", log: &log, readsPart: true, broken: conversion.addDamaged) {
      value, _, origin, log throws(ImportError) in
      try GrokConversation(value, conversion, assets, origin).convert(&log)
    }
  }
}

/// The files of a download, by the ids that messages have.
struct GrokAssets {
  let folder: InputFolder
  /// The path of the folder with the conversations, up to its `/`.
  let start: String

  /// Returns the file with an id, or one that is missing.
  func file(_ id: String) -> Attachment {
    let path = "\(start)prod-mc-asset-server/\(id)/content"
    guard !id.contains("/"), !id.isEmpty, folder.has(path) else { return .absent(named: id) }
    return Attachment(kind: .file, path: path, name: "content")
  }

  /// Returns the picture at an address, which has its id as a step.
  func picture(_ address: String) -> Attachment {
    for id in address.split(separator: "/") where id.utf8.count == 36 {
      let file = file(String(id))
      if file.path != nil { return file }
    }
    return .absent(named: address, type: "image/jpeg")
  }
}
