import ChatModel

/// Parts that a format leaves out on purpose, by their paths.
struct Omission {
  /// Why parts are left out.
  enum Rule: String {
    /// Ids, versions, states and settings by which the app keeps its data in order.
    case bookkeeping
    /// The same words, picture or fact that another part of the message has.
    case duplicate
    /// A smaller or poorer form of a file that is shown.
    case smallerCopy = "smaller-copy"
    /// Keys, signatures, tokens and addresses that expire.
    case token
    /// Text that a program wrote for another program, which no person saw in the app.
    case machineText = "machine-text"
    /// Facts about the account and its devices, not about a conversation.
    case accountData = "account-data"

    /// The sentence in the report.
    var reason: String {
      switch self {
      case .bookkeeping: "ids, versions and states by which the app keeps its data in order"
      case .duplicate: "another part of the message has the same words, picture or fact"
      case .smallerCopy: "a smaller or poorer form of a file that is shown"
      case .token: "keys, signatures and addresses that expire"
      case .machineText: "text that one program wrote for another, which the app showed to nobody"
      case .accountData: "facts about the account and its devices, not about a conversation"
      }
    }
  }

  let rule: Rule
  private let patterns: [PathPattern]

  /// Creates a rule for the paths that match one of `paths`: `*` is any one step or part of one, `**` any number of steps.
  init(_ rule: Rule, _ paths: String...) {
    self.rule = rule
    patterns = paths.map(PathPattern.init)
  }

  /// True if the rule leaves out the parts at `path`.
  func covers(_ path: String) -> Bool { patterns.contains { $0.matches(path) } }
}

/// The rules by which a format leaves parts of its exports out.
struct FormatOmissions {
  /// The name of the format in the report.
  let format: String
  let rules: [Omission]
}

extension Account {
  /// Returns the account as one of the format: what its rules leave out is marked as such.
  func explained(by omissions: FormatOmissions) -> Account {
    var explained = Account()
    for var row in rows {
      row.format = omissions.format
      if row.state == .unknown, let omission = omissions.rules.first(where: { $0.covers(row.path) }) {
        (row.state, row.rule, row.reason) = (.leftOut, omission.rule.rawValue, omission.rule.reason)
      }
      explained.add(row)
    }
    return explained
  }
}

/// A pattern of paths.
private struct PathPattern {
  private let pieces: [Substring]

  /// `*` matches any characters but a dot, `**` any characters.
  init(_ pattern: String) { pieces = Self.pieces(of: pattern) }

  /// The literal parts and wildcards of a pattern, in order.
  private static func pieces(of pattern: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = pattern[...]
    while let star = rest.firstIndex(of: "*") {
      if star > rest.startIndex { pieces.append(rest[..<star]) }
      let end = rest[star...].firstIndex { $0 != "*" } ?? rest.endIndex
      pieces.append(rest[star..<end])
      rest = rest[end...]
    }
    if !rest.isEmpty { pieces.append(rest) }
    return pieces
  }

  func matches(_ path: String) -> Bool { Self.matches(pieces[...], path[...]) }

  private static func matches(_ pieces: ArraySlice<Substring>, _ path: Substring) -> Bool {
    guard let piece = pieces.first else { return path.isEmpty }
    let rest = pieces.dropFirst()
    guard piece.first == "*" else {
      // A step whose name is an id is written as `*` in paths, and matches any wildcard below.
      return path.hasPrefix(piece) && matches(rest, path.dropFirst(piece.count))
    }
    var tail = path
    while true {
      if matches(rest, tail) { return true }
      guard let next = tail.first, piece.count > 1 || next != "." else { return false }
      tail = tail.dropFirst()
    }
  }
}
