public import ChatModel

/// Why an input cannot be read at all.
public enum ImportError: Error, Equatable, Sendable {
  /// The file or folder cannot be opened; `reason` is the system's or ours.
  case unreadable(path: String, reason: String)
  /// No reader knows the content.
  case unknownFormat(path: String, known: [String])
  /// The content breaks its own format at a place beyond which nothing can be trusted.
  case malformed(at: Origin, expected: String, remedy: String)
  /// The zone's name is not in the time zone database; `origin` is nil when it was given on the command line.
  case unknownTimeZone(String, at: Origin?)

  /// A sentence in lower case: the file, the place, what was expected, what to do.
  public var message: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path) cannot be read: \(reason)"
    case .unknownFormat(let path, let known):
      "\(path) is in no known format (looked for \(known.joined(separator: ", "))); "
        + "see 'chatexport formats' for what can be read"
    case .malformed(let origin, let expected, let remedy):
      "\(origin.place): expected \(expected); \(remedy)"
    case .unknownTimeZone(let name, let origin):
      "\(origin.map { "\($0.place): " } ?? "")'\(name)' is not a time zone; "
        + "give an IANA name such as Europe/Lisbon"
    }
  }
}

extension Origin {
  /// The place as one word to look up: `file:line:column`, with the path in the document and the byte offset.
  public var place: String {
    var place = file
    if let line { place += ":\(line)" }
    if let column { place += ":\(column)" }
    if let path { place += ": \(path)" }
    if let offset { place += " (byte \(offset))" }
    return place
  }
}
