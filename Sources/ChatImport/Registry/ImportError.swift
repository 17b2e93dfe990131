public import ChatModel

/// The reasons for which an input cannot be read at all.
public enum ImportError: Error, Equatable, Sendable {
  /// The file or folder cannot be opened; `reason` is the system's or ours.
  case unreadable(path: String, reason: String)
  /// No reader knows the content.
  case unknownFormat(path: String, known: [String])
  /// The content breaks its own format so that nothing behind that point can be trusted.
  case malformed(at: Origin, expected: String, remedy: String)
  /// The zone's name is not in the time zone database; `origin` is nil when it was given on the command line.
  case unknownTimeZone(String, at: Origin?)

  /// A sentence in lower case: the file, the location, what was expected, what to do.
  public var message: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path) cannot be read: \(reason)"
    case .unknownFormat(let path, let known):
      "\(path) has an unknown format (known: \(known.joined(separator: ", "))); "
        + "'chatexport formats' lists what can be read"
    case .malformed(let origin, let expected, let remedy):
      "\(origin.location): expected \(expected); \(remedy)"
    case .unknownTimeZone(let name, let origin):
      "\(origin.map { "\($0.location): " } ?? "")'\(name)' is not a time zone; "
        + "give an IANA name such as Europe/Lisbon"
    }
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
