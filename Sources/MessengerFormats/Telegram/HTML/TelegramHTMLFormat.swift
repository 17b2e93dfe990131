import ChatModel
import ImportKit

/// The HTML pages that Telegram Desktop writes for "Export chat history" and "Export Telegram data" unless one chooses JSON.
///
/// The facts come from the program that writes it: telegramdesktop/tdesktop, `export_output_html.cpp`.
enum TelegramHTMLFormat: ConvertedFormat {
  static let key = "telegramhtml"
  static let name = "Telegram Desktop (HTML)"

  static let capabilities: [FormatCapability] = [
    .full("text with its styles"),
    .full("photos, files, video, audio, voice messages, stickers, GIFs"),
    .full("polls, contacts, locations, calls"),
    .full("replies", "without quotations; the export has none"),
    .partly("reactions", "with the names that the export has, otherwise as numbers"),
    .full("forwarded messages"),
    .partly("service messages", "many in the export's own words"),
    .partly("animated stickers", "as a still picture"),
    .partly("games, invoices and other cards", "as cards with their texts"),
    .none("edits", "the export does not tell of them"),
    .full("several chats in one export"),
  ]

  static func isPart(_ name: String) -> Bool {
    TelegramFormat.isPart(name) && name != TelegramFormat.fileName
  }

  /// True for the name of a page: `messages.html`, `messages2.html`.
  static func isPageName(_ name: String) -> Bool { number(of: name[...]) != nil }

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil { return isPage(input.head) }
    return pages(in: input).contains { chat in
      guard let head = try? input.folder.beginning(of: chat.pages.first ?? "") else { return false }
      return isPage(head.array(in: 0..<min(head.count, ImportInput.headLimit)))
    }
  }

  /// Checks for three things that the program writes on each page of a chat.
  private static func isPage(_ head: [UInt8]) -> Bool {
    guard head.first == UInt8(ascii: "<") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return text.contains("class=\"page_wrap\"") && text.contains("class=\"history\"")
      && (text.contains("<title>Exported Data</title>") || text.contains("class=\"page_body chat_page\""))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil else {
      var chat = TelegramHTMLChat(folder: "", conversion)
      try chat.convert(input, &log)
      return chat.finish()
    }
    let owner = owner(in: input)
    for (folder, pages) in pages(in: input) {
      var chat = TelegramHTMLChat(folder: folder, conversion, owner: owner, isOnly: true)
      for page in pages {
        let file: ImportInput
        do throws(ImportError) {
          file = try input.file(named: page)
        } catch {
          log.append(
            Diagnostic(
              .loss, "unreadable-file", "\(error.message); it was left out",
              at: Origin(file: input.folder.path(of: page))))
          continue
        }
        guard isPage(file.head) else { continue }
        try chat.convert(file, &log)
      }
      chat.finish()
    }
  }

  /// The pages of each chat: in the folder itself, or in the folders of a whole account.
  private static func pages(in input: ImportInput) -> [(folder: String, pages: [String])] {
    var folders: [String: [(number: Int, path: String)]] = [:]
    for path in input.files {
      let steps = path.split(separator: "/", omittingEmptySubsequences: false)
      guard steps.count == 1 || steps.count == 3 && (steps[0] == "chats" || steps[0] == "left_chats"),
        let name = steps.last, let number = number(of: name)
      else { continue }
      folders[String(path.dropLast(name.count)), default: []].append((number, path))
    }
    return folders.sorted { $0.key < $1.key }.map { folder, pages in
      (folder, pages.sorted { ($0.number, $0.path) < ($1.number, $1.path) }.map(\.path))
    }
  }

  /// The N of `messagesN.html`, 1 for `messages.html`; nil for other names.
  private static func number(of name: Substring) -> Int? {
    guard name.hasPrefix("messages"), name.hasSuffix(".html") else { return nil }
    let digits = name.dropFirst("messages".count).dropLast(".html".count)
    return digits.isEmpty ? 1 : Int(digits)
  }

  /// The account's name on the first page of a whole account's export, or nil.
  private static func owner(in input: ImportInput) -> String? {
    guard input.files.contains("export_results.html"),
      let file = try? input.file(named: "export_results.html"),
      let reader = HTMLReader(file, where: { $0.isA("row") })
    else { return nil }
    var names: [String: String] = [:]
    while let row = reader.nextElement() {
      guard let label = row.first("label")?.text, let value = row.first("value")?.text else { continue }
      names[label] = names[label] ?? value
    }
    let parts = [names["First name"], names["Last name"]].compactMap { $0 }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
