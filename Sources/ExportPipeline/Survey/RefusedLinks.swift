import BubbleLayout
import ChatModel
import ImportKit
import RichText

/// The links of a conversation that pages do not follow, counted by their kinds for the account.
struct RefusedLinks: Sendable {
  /// The messages with links of a kind, by the kind's name.
  private var messages: [String: Int] = [:]

  /// The most kinds with a row of their own; a stranger's texts can have any scheme.
  private static let limit = 40

  /// Counts the links of a message.
  mutating func add(_ addresses: [String]) {
    guard !addresses.isEmpty else { return }
    for kind in Set(addresses.map(Self.kind)) {
      let isKnown = messages[kind] != nil || messages.count < Self.limit
      messages[isKnown ? kind : Self.other, default: 0] += 1
    }
  }

  private static let other = "other"

  /// Returns the kind of an address: its scheme, `relative`, or `not well-formed` for one that a browser would have to repair.
  private static func kind(of address: String) -> String {
    let scheme = address.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
    guard scheme.endIndex < address.endIndex, address[scheme.endIndex] == ":",
      let first = scheme.unicodeScalars.first, first.properties.isAlphabetic, first.isASCII
    else { return "relative" }
    let isPlain =
      scheme.utf8.count <= 20
      && scheme.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || 0x30...0x39 ~= byte
          || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      }
    guard isPlain else { return other }
    let name = scheme.lowercased() + ":"
    return LinkPolicy.href(name + "x") != nil || LinkPolicy.href(name + "//x.org") != nil
      ? "not well-formed" : name
  }

  /// Adds a row for each kind, with the conversation's title as its file.
  func report(of source: any ConversationSource, format: String, to account: inout Account) {
    for (kind, count) in messages.sorted(by: { $0.key < $1.key }) {
      var row = Account.Row(
        format: format, path: "link (\(kind))", records: count, texts: 0,
        example: Origin(file: source.info.title))
      row.leaveOut(.refusedLink)
      account.add(row)
    }
  }
}
