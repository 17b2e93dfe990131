public import SiteFiles

/// A form in which conversations are written to files, for programs or for people.
///
/// A value writes one conversation: it is created with the conversation's facts, gets the messages in their order, and ends.
public protocol OutputForm: SendableMetatype {
  /// The word for the form in `--as`.
  static var key: String { get }
  /// The endings of its files, in small letters and without a dot. The first one is given to new files.
  static var endings: [String] { get }
  /// True if attachments are inside the form's files, so that no folder of attachments stays beside them.
  static var embedsFiles: Bool { get }
  /// True if ``OutputMessage/answered`` is wanted, which is looked up for each answer.
  static var wantsAnswers: Bool { get }
  /// True if each day of a conversation may be a file of its own.
  static var canSplit: Bool { get }
  /// True if a file that begins with these bytes, at most ``OutputForms/headSize``, was written by this form and may be replaced.
  static func isOwn(_ head: [UInt8]) -> Bool

  /// Begins the conversation's file.
  ///
  /// - Throws: `OutputError`.
  init(_ conversation: OutputConversation, to files: OutputFiles) throws(OutputError)
  /// Writes the next message.
  ///
  /// - Throws: `OutputError`.
  mutating func write(_ message: borrowing OutputMessage) throws(OutputError)
  /// The facts that the form cannot hold, counted until now.
  var omissions: OutputOmissions { get }
  /// Writes everything that follows the last message.
  ///
  /// - Throws: `OutputError`.
  mutating func end() throws(OutputError)
}

extension OutputForm {
  /// False by default.
  public static var embedsFiles: Bool { false }
  /// False by default.
  public static var wantsAnswers: Bool { false }
  /// False by default.
  public static var canSplit: Bool { false }
  /// Empty by default.
  public var omissions: OutputOmissions { OutputOmissions() }
  /// False by default: a file without a mark is replaced only with `--force`.
  public static func isOwn(_ head: [UInt8]) -> Bool { false }
}
