import ChatModel
import ICU
public import SiteFiles

/// RSMF 2.0, Relativity's format of short messages for e-discovery: docs/converting.md.
///
/// A file is a mail with a text, and a zip of a manifest and the attachments. The manifest and the text are written to temporary files in the
/// output's folder first, because the mail's head has their counts.
public struct RSMFForm: OutputForm {
  /// The word for the form.
  public static let key = "rsmf"
  /// The ending of its files.
  public static let endings = ["rsmf"]
  /// Attachments are in the zip.
  public static let embedsFiles = true
  /// Reviewers often want a file for each day.
  public static let canSplit = true
  /// Answers name the event that they answer.
  public static let wantsAnswers = true
  /// The facts left out until now.
  public var omissions: OutputOmissions {
    var all = events.omissions
    all.merge(slice?.omissions ?? OutputOmissions())
    return all
  }
  private let conversation: OutputConversation
  private let files: OutputFiles
  private var events: RSMFEvents
  private var slice: RSMFSlice?
  private var day: CivilDate?
  /// The number of files of a day, which is more than one only if messages are not in the order of their times.
  private var days: [String: Int] = [:]

  /// True for a mail of this program's.
  public static func isOwn(_ head: [UInt8]) -> Bool { head.starts(with: RSMFSlice.mark.utf8) }

  /// Begins the conversation's file, unless each day has its own.
  public init(_ conversation: OutputConversation, to files: OutputFiles) throws(OutputError) {
    (self.conversation, self.files) = (conversation, files)
    events = RSMFEvents(conversation)
    if !conversation.splitsByDay { slice = try RSMFSlice(conversation, files, suffix: "") }
  }

  /// Writes a message to the file of its day.
  public mutating func write(_ message: borrowing OutputMessage) throws(OutputError) {
    if conversation.splitsByDay { try beginDay(of: message.message) }
    if slice == nil { slice = try RSMFSlice(conversation, files, suffix: "_undated") }
    try slice?.write(message, &events)
  }

  /// Ends the last file.
  public mutating func end() throws(OutputError) { try endSlice() }

  /// Ends the file of the day before, if the message is on another day. A message without a time stays with the one before it.
  private mutating func beginDay(of message: Message) throws(OutputError) {
    guard let time = events.time(of: message), time.date != day else { return }
    day = time.date
    try endSlice()
    let name = time.date.isoText
    let number = days[name, default: 0] + 1
    days[name] = number
    slice = try RSMFSlice(conversation, files, suffix: number == 1 ? "_\(name)" : "_\(name)_\(number)")
  }

  private mutating func endSlice() throws(OutputError) {
    guard var slice else { return }
    try slice.end()
    events.omissions.merge(slice.omissions)
    self.slice = nil
  }
}
