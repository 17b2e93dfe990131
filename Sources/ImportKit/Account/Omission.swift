package import ChatModel

/// Parts that a format leaves out on purpose, by their paths.
///
/// If values are only left out beside others, such as a text that blocks repeat, ``JSONValue/leaveOut(_:)`` names the rule at the value
/// itself.
package struct Omission: Sendable {
  /// The reason why parts are left out.
  package enum Rule: String, Sendable, CaseIterable {
    /// Ids, versions, states and settings that the app uses to organise its data.
    case bookkeeping
    /// Words, a picture or a fact that another part of the message already has.
    case duplicate
    /// A smaller or poorer form of a file that is shown.
    case smallerCopy = "smaller-copy"
    /// Keys, signatures, tokens and addresses that expire.
    case token
    /// Text that a program wrote for another program, which no person saw in the app.
    case machineText = "machine-text"
    /// Facts about the account and its devices, not about a conversation.
    case accountData = "account-data"
    /// Facts about the server, the channel or a person's roles in it, which pages do not show.
    case surroundings
    /// Another name of a person whose name is shown.
    case otherName = "other-name"
    /// An earlier form of what is shown.
    case superseded
    /// Words of the app's own pages, such as headings and labels around a message.
    case furniture
    /// The setup of the app, a tool or a chat, such as its folder, mode or voice.
    case settings
    /// Times other than the one shown: when something reached a device or a server, or began and ended there.
    case otherTime = "other-time"
    /// Counts that a program kept of its own work.
    case usage
    /// Icons, colours and styles.
    case looks
    /// Marks of what the export's owner had read, heard or been notified of.
    case seen
    /// The network or service that carried a message.
    case carrier
    /// Rare marks, such as of automatic replies or calls for help.
    case rareMark = "rare-mark"
    /// The content of a message that its sender deleted.
    case deleted
    /// Addresses of links that pages do not follow.
    case refusedLink = "refused-link"
    /// Columns of a table that the user's map does not name.
    case unmapped

    /// The sentence in the report.
    package var reason: String {
      switch self {
      case .bookkeeping: "ids, versions and states by which the app keeps its data in order"
      case .duplicate: "another part of the message has the same words, picture or fact"
      case .smallerCopy: "a smaller or poorer form of a file that is shown"
      case .token: "keys, signatures and addresses that expire"
      case .machineText: "text that one program wrote for another, which the app showed to nobody"
      case .accountData: "facts about the account and its devices, not about a conversation"
      case .surroundings:
        "facts about the server, the channel or people's roles in it, for which pages have no room"
      case .otherName: "another name of a person whose name is shown"
      case .superseded: "an earlier form of what is shown"
      case .furniture: "words of the app's own pages, such as headings and labels around a message"
      case .settings: "how the app, a tool or a chat was set up, such as its folder, mode or voice"
      case .otherTime:
        "times beside the one shown: of arrival at a device or server, or of a step of the work"
      case .usage: "counts of tokens, lines and milliseconds that a program kept of its own work"
      case .looks: "icons, colours and styles by which the app draws what is shown"
      case .seen: "marks of what the export's owner had read, heard or been told of"
      case .carrier: "the network or service that carried a message"
      case .rareMark:
        "marks that apps give few messages, such as automatic replies, for which pages have no sign"
      case .deleted: "the content of a message that its sender deleted"
      case .refusedLink:
        "addresses of links that pages do not follow, such as javascript: and relative ones; the words of the link are text"
      case .unmapped: "columns of a table that --map does not name"
      }
    }
  }

  let rule: Rule
  private let patterns: [PathPattern]

  /// Creates a rule for the paths that match one of `paths`: `*` is any one step or part of one, `**` any number of steps,
  /// and `**.name` also the outermost member `name`.
  package init(_ rule: Rule, _ paths: String...) {
    self.rule = rule
    patterns = paths.flatMap { $0.hasPrefix("**.") ? [$0, String($0.dropFirst(3))] : [$0] }
      .map(PathPattern.init)
  }

  /// True if the rule leaves out the parts at a path, given as UTF-8.
  func covers(_ path: [UInt8]) -> Bool { patterns.contains { $0.matches(path) } }
}

extension Omission {
  /// Names of bookkeeping that apps use in every format. They count only if no value at the path holds words.
  static let usualBookkeeping: Set<String> = [
    "id", "_id", "ID", "uuid", "guid", "key", "type", "kind", "subtype", "version", "v", "index", "position",
    "sequence_number", "status", "state", "hash", "md5", "sha256", "digest", "etag", "token", "signature",
    "nonce",
    "created_at", "updated_at", "create_time", "update_time", "createdAt", "updatedAt", "timestamp", "time",
    "size", "file_size", "fileSize", "width", "height", "color", "colour", "flags", "weight", "sessionId",
    "parentUuid", "parent", "parent_id", "user_id", "team_id", "team", "channel_id", "count",
  ]
}

extension Account.Row {
  /// Marks the parts as left out by a rule.
  package mutating func leaveOut(_ rule: Omission.Rule) {
    (state, self.rule, reason) = (.leftOut, rule.rawValue, rule.reason)
  }

  /// The last step of the path.
  fileprivate var lastStep: String {
    let step = String(path.split(whereSeparator: { ".@/".contains($0) }).last ?? "")
    return step.replacing("[]", with: "").replacing("(json)", with: "")
  }
}

/// The rules by which a format leaves parts of its exports out.
package struct FormatOmissions: Sendable {
  /// The name of the format in the report.
  package let format: String
  package let rules: [Omission]

  package init(format: String, rules: [Omission]) { (self.format, self.rules) = (format, rules) }
}

extension Account {
  /// Returns the account as one of the format, with the parts that its rules leave out marked as such.
  package func explained(by omissions: FormatOmissions) -> Account {
    var explained = Account()
    for path in filesRead { explained.noteRead(path) }
    for var row in rows {
      row.format = omissions.format
      if row.state == .unknown {
        let path = Array(row.path.utf8)
        if let omission = omissions.rules.first(where: { $0.covers(path) }) {
          row.leaveOut(omission.rule)
        } else if row.texts == 0, Omission.usualBookkeeping.contains(row.lastStep) {
          row.leaveOut(.bookkeeping)
        }
      }
      explained.add(row)
    }
    return explained
  }
}

/// A pattern of paths: `*` matches any characters but a dot, `**` any characters.
private struct PathPattern {
  private enum Piece {
    case literal([UInt8])
    case step, steps
  }
  private var pieces: [Piece] = []

  init(_ pattern: String) {
    var literal: [UInt8] = []
    var rest = Array(pattern.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "*") else {
        literal.append(byte)
        continue
      }
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal = []
      let isLong = rest.first == byte
      rest = rest.drop { $0 == byte }
      pieces.append(isLong ? .steps : .step)
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
  }

  func matches(_ path: [UInt8]) -> Bool { matches(path, from: 0, piece: 0) }

  private func matches(_ path: [UInt8], from start: Int, piece: Int) -> Bool {
    guard piece < pieces.count else { return start == path.count }
    let isLong: Bool
    switch pieces[piece] {
    case .literal(let literal):
      guard path.count - start >= literal.count else { return false }
      for (offset, byte) in literal.enumerated() where path[start + offset] != byte { return false }
      return matches(path, from: start + literal.count, piece: piece + 1)
    case .step: isLong = false
    case .steps: isLong = true
    }
    // A step that is an id is written as `*` in paths, and matches any wildcard.
    for next in start...path.count {
      if matches(path, from: next, piece: piece + 1) { return true }
      if next < path.count, !isLong, path[next] == UInt8(ascii: ".") { return false }
    }
    return false
  }
}
