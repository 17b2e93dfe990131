import ChatModel
import ImportKit

/// The messages in the download of a LinkedIn account: `messages.csv`, with the owner's name in `Profile.csv`.
///
/// Facts: public samples of the table's columns; docs/formats/linkedin.md.
enum LinkedInFormat: ConvertedFormat {
  static let key = "linkedin"
  static let name = "LinkedIn (download of an account)"

  static let capabilities: [FormatCapability] = [
    .full("text, subjects, drafts"),
    .full("conversations of two and of several people"),
    .partly("files", "their addresses; the download has no files"),
    .partly("the owner", "from Profile.csv, else the person in all conversations"),
    .none("replies, reactions, edits", "the download has none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if let bytes = input.bytes { return isMessages(bytes) }
    return path(in: input) != nil
  }

  /// The table of messages in a download's folder, or nil.
  private static func path(in input: ImportInput) -> String? {
    ["messages.csv", "Messages.csv"].first { name in
      input.files.contains(name) && ((try? input.folder.beginning(of: name)).map(isMessages) ?? false)
    }
  }

  private static func isMessages(_ bytes: InputBytes) -> Bool {
    guard
      bytes.has("CONVERSATION ID", at: bytes.contentStart)
        || bytes.has("\"CONVERSATION ID", at: bytes.contentStart)
        || bytes.has("Conversation ID", at: bytes.contentStart)
    else { return false }
    var table = CSVReader(bytes)
    let names = Set((table.next()?.fields ?? []).map { $0.uppercased() })
    return names.isSuperset(of: ["CONVERSATION ID", "FROM", "DATE", "CONTENT"])
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    var file = input
    if input.bytes == nil {
      guard let path = path(in: input) else { return }
      file = try input.file(named: path)
    }
    guard let bytes = file.bytes else { return }
    let reader = LinkedInReader(file, conversion, owner: ownerName(beside: file))
    try reader.read(bytes, &log)
  }

  /// The owner's name, from the profile beside the messages.
  private static func ownerName(beside file: ImportInput) -> String? {
    guard file.folder.has("Profile.csv"), let bytes = try? file.folder.bytes(of: "Profile.csv") else {
      return nil
    }
    var table = CSVReader(bytes)
    guard let head = table.next()?.fields, let profile = table.next()?.fields else { return nil }
    let names = ["first name", "last name"].compactMap { name in
      head.firstIndex { $0.lowercased() == name }.flatMap { profile.indices.contains($0) ? profile[$0] : nil }
    }.filter { !$0.isBlank }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}
