import SiteReading

/// The declarations of a style sheet, which may be a stranger's, by selector and property.
struct StyleSheet {
  /// The declarations in order of their occurrence.
  private(set) var declarations: [(name: String, value: String)] = []

  /// The most declarations that are read.
  private static let limit = 100_000

  /// Reads a style sheet. Rules of fonts are left out: fonts have the characters that a chat uses, and change with its words.
  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    var context: [String] = []
    var piece = ""
    for character in text {
      switch character {
      case "{":
        context.append(piece.trimmed)
        piece = ""
      case "}", ";":
        add(piece, in: context)
        piece = ""
        if character == "}", !context.isEmpty { context.removeLast() }
      default: piece.append(character)
      }
      if declarations.count >= Self.limit || context.count > 64 { break }
    }
  }

  private mutating func add(_ piece: String, in context: [String]) {
    guard let selector = context.last, !selector.hasPrefix("@font-face") else { return }
    let parts = piece.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return }
    let name = (context.dropFirst(0).joined(separator: " ") + " " + String(parts[0]).trimmed).trimmed
    declarations.append((name, String(parts[1]).trimmed))
  }

  /// Returns the declarations that differ.
  static func changes(_ old: StyleSheet, _ new: StyleSheet) -> [Change] {
    let (values, others) = (old.values, new.values)
    var changes: [Change] = []
    for name in old.order where values[name] != others[name] {
      changes.append(Change(what: name, old: values[name], new: others[name]))
    }
    for name in new.order where values[name] == nil {
      changes.append(Change(what: name, old: nil, new: others[name]))
    }
    return changes
  }

  private var values: [String: String] {
    var values: [String: String] = [:]
    for (name, value) in declarations {
      values[name] = values[name].map { $0 + "; " + value } ?? value
    }
    return values
  }

  private var order: [String] {
    var seen: Set<String> = []
    return declarations.map(\.name).filter { seen.insert($0).inserted }
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
