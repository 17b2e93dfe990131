public import BubbleLayout
public import ChatModel

/// A message with the facts that its conversation adds to it.
public struct OutputMessage: Sendable {
  /// The message.
  public var message: Message
  /// The index among the conversation's messages.
  public var index: Int
  /// The id that the message has in a site: its own, made unique, or one made from its number.
  public var anchor: String
  /// The files of the message, by the paths that it has: attachments, posters, and pictures of reactions and of the chat's own emoji.
  public var files: [String: OutputPath]
  /// The message that it answers. Nil if it answers none, or the form does not want answers (``OutputForm/wantsAnswers``).
  public var answered: OutputAnswer?
  /// The branches and threads that it belongs to; nil for most.
  public var relations: Relations?

  /// Creates a message.
  public init(_ message: Message, index: Int, anchor: String) {
    (self.message, self.index, self.anchor) = (message, index, anchor)
    (files, answered, relations) = ([:], nil, nil)
  }

  /// The path of a file that is there, or nil. `path` is the one that the message has.
  public func stored(_ path: String?) -> String? {
    guard let path, let file = files[path], file.isStored else { return nil }
    return file.path
  }
}

/// The message that another one answers, as far as it is known.
public struct OutputAnswer: Sendable, Hashable {
  /// The message's id in the site; nil if it is not among the written messages.
  public var anchor: String?
  /// The sender's name; empty if unknown.
  public var sender: String
  /// The text in one line, or words for its kind or its absence.
  public var line: String

  /// Creates a message that is answered.
  public init(anchor: String?, sender: String, line: String) {
    (self.anchor, self.sender, self.line) = (anchor, sender, line)
  }
}
