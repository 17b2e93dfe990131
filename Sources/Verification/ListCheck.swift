import ExportPipeline
import ImportKit
import SiteReading

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares the list of conversations, `chats.js` and so on, with the conversations that `export.json` states.
struct ListCheck {
  private let stated: [String: SiteManifest.ManifestConversation]
  private let count: Int

  /// The largest file of a list that is read, in bytes.
  private static let limit = 1 << 26
  private static let name = "chats.js"

  init(_ stated: SiteManifest) {
    self.stated = Dictionary(stated.site.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    count = stated.site.count
  }

  /// Adds what does not fit. A site of one conversation has no list.
  func check(in folder: SiteFolder, _ files: ListedFiles, findings: inout Findings) {
    guard files.index(of: Self.name.utf8) != nil else {
      if count > 1 {
        findings.append(
          Finding(.count, Self.name, "is not in the manifest, although the site has \(count) conversations"))
      }
      return
    }
    guard let head = read(ListHead.self, Self.name, in: folder, &findings) else { return }
    var seen: Set<String> = []
    check(head.chats, of: Self.name, &seen, &findings)
    for number in 0..<max(0, min(head.files ?? 0, files.count)) {
      let name = "chats-\(number + 1).js"
      guard let entries = read([ListEntry].self, name, in: folder, &findings) else { return }
      check(entries, of: name, &seen, &findings)
    }
    if seen.count != count {
      findings.append(
        Finding(.count, Self.name, "lists \(seen.count) conversations, and export.json states \(count)"))
    }
  }

  /// Returns the data of a file; nil if it has none, which is a finding unless the file itself is one.
  private func read<Content: Decodable>(
    _ type: Content.Type, _ name: String, in folder: SiteFolder, _ findings: inout Findings
  ) -> Content? {
    guard let bytes = try? folder.contents(name, limit: Self.limit) else { return nil }
    if let content = try? JSONDecoder().decode(type, from: Data(SiteData.json(of: bytes))) { return content }
    findings.append(Finding(.count, name, "is no list of conversations"))
    return nil
  }

  private func check(
    _ entries: [ListEntry], of name: String, _ seen: inout Set<String>, _ findings: inout Findings
  ) {
    for entry in entries {
      let folder = entry.folder.percentDecoded ?? entry.folder
      guard let conversation = stated[folder], seen.insert(folder).inserted else {
        findings.append(
          Finding(
            .count, name, "has '\(entry.title)', \(folder)/, which export.json does not state, or twice"))
        continue
      }
      if entry.title != conversation.title {
        findings.append(
          Finding(.count, name, "calls \(folder)/ '\(entry.title)', and export.json '\(conversation.title)'"))
      }
      let numbers = [entry.messages] + [entry.count, entry.detail].compactMap(Self.number)
      if entry.pages != conversation.pages.count || numbers.contains(where: { $0 != conversation.messages }) {
        findings.append(
          Finding(
            .count, name,
            "has \(entry.pages) pages and \(numbers.first { $0 != conversation.messages } ?? entry.messages) messages of \(folder)/, and export.json \(conversation.pages.count) and \(conversation.messages)"
          ))
      }
    }
  }

  /// Returns the number that a text has in the digits of any language; nil without digits.
  private static func number(in text: String) -> Int? {
    let digits = text.unicodeScalars.compactMap {
      $0.properties.generalCategory == .decimalNumber ? $0.properties.numericValue : nil
    }
    guard !digits.isEmpty, digits.count < 16 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) }
  }
}

/// The content of `chats.js`.
private struct ListHead: Decodable {
  /// The number of further files.
  var files: Int?
  var chats: [ListEntry]
}

/// A conversation in a list, whose members are in the order of `ChatsFile`.
private struct ListEntry: Decodable {
  var folder: String
  var pages: Int
  var title: String
  var messages: Int
  /// The number of messages in words, alone and with its noun.
  var (count, detail): (String, String)

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    folder = try list.decode(String.self)
    pages = try list.decode(Int.self)
    title = try list.decode(String.self)
    _ = try list.decode(String.self)
    _ = try list.decode(Int.self)
    for _ in 0..<4 { _ = try list.decode(String.self) }
    messages = try list.decode(Int.self)
    count = try list.decode(String.self)
    detail = try list.decode(String.self)
  }
}
