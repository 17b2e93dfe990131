public import ChatModel

/// The reasons why an input cannot be read at all.
public enum ImportError: Error, Equatable, Sendable {
  /// The file or folder cannot be opened; `reason` is the system's or ours.
  case unreadable(path: String, reason: String)
  /// No reader knows the content.
  case unknownFormat(path: String)
  /// No reader knows the content, but it is a table whose columns suggest a map.
  case unmapped(path: String, ProposedMap)
  /// The content breaks its own format so that nothing after that point can be trusted.
  case malformed(at: Origin, expected: String, remedy: String)
  /// The zone's name is not in the time zone database; `origin` is nil when it was given on the command line.
  case unknownTimeZone(String, at: Origin?)

  /// A sentence in lower case with the file, the location, the expectation and the remedy.
  public var message: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path) cannot be read: \(reason)"
    case .unknownFormat(let path):
      "\(path) has an unknown format; 'chatexport formats' lists what can be read, and other data can be written as "
        + "chatexport/1 (docs/conversation-format.md)"
    case .unmapped(let path, let proposal): proposal.message(path: path)
    case .malformed(let origin, let expected, let remedy):
      "\(origin.location): expected \(expected); \(remedy)"
    case .unknownTimeZone(let name, let origin):
      "\(origin.map { "\($0.location): " } ?? "")'\(name)' is not a time zone; "
        + "give an IANA name such as Europe/Lisbon"
    }
  }
}

extension ImportError {
  /// The error as a loss, for when others of several exports can be read.
  public var loss: Diagnostic {
    let origin: Origin? =
      switch self {
      case .malformed(let origin, _, _): origin
      case .unreadable(let path, _), .unknownFormat(let path), .unmapped(let path, _): Origin(file: path)
      case .unknownTimeZone(_, let origin): origin
      }
    return Diagnostic(.loss, "unreadable-export", "\(message); it was left out", at: origin)
  }
}

extension Origin {
  /// The location as one word to look up: `file:line:column`, with the path in the document and the byte offset.
  public var location: String {
    var location = file
    if let line { location += ":\(line)" }
    if let column { location += ":\(column)" }
    if let path { location += ": \(path)" }
    if let offset { location += " (byte \(offset))" }
    return location
  }
}
