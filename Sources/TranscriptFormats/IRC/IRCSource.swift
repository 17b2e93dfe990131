import ChatModel
import ICU
import ImportKit

/// One channel's logs: its files in order of date and name, their lines in order of the file.
struct IRCSource: ConversationSource {
  let info: ConversationInfo
  let mediaRoot: InputFolder
  private(set) var files: [LogFile]
  let zone: TimeZoneRules
  /// The nick of the log's owner, if the user named it.
  let me: String?
  /// The encoding of lines that are not UTF-8, if the user named it.
  let charset: String?
  let bridges: BridgedNicks

  /// A log file. A file of a folder is opened only while it is read, because there may be thousands.
  struct LogFile: Sendable {
    /// The path as shown to people.
    var path: String
    var folder: InputFolder
    /// The file's name in its folder.
    var file: String
    var name: LogFileName
    /// Kept if the file is the whole input.
    var bytes: InputBytes?
    /// Kept for large files only, because their middle could not be found quickly without it.
    var survey: LogIndex?
  }

  /// Finds the lines that a bouncer repeated in the files with stored surveys, once all files are known.
  mutating func findRepeatedLines() {
    var earlier = EarlierLines(of: self)
    for index in files.indices where files[index].survey?.hasPlayback == true {
      let file = files[index]
      // A file that can no longer be read is reported when its messages are read.
      guard let bytes = try? file.bytes ?? file.folder.bytes(of: file.file) else { continue }
      var survey = file.survey
      survey?.findRepeatedLines(in: bytes, zone: zone, earlier: earlier.counts(before: index))
      files[index].survey = survey
    }
  }

  func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws {
    try survey(from: position, participants: &participants, log: &log, digests: false) {
      try sink($0.message, $1.position)
    }
  }

  func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    digests: Bool, _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws {
    defer { if let me { participants.markMe(me) } }
    let start = LogPosition(position ?? SourcePosition(0))
    guard start.file < files.count else { return }
    var earlier = EarlierLines(of: self)
    for index in start.file..<files.count {
      let file = files[index]
      let bytes = try file.bytes ?? file.folder.bytes(of: file.file)
      let survey =
        file.survey ?? LogIndex(bytes, name: file.name, zone: zone) { earlier.counts(before: index) }
      earlier.note(survey.clock, ofFile: index)
      let offset = index == start.file ? start.offset : 0
      if offset == 0 { Self.noteDoubts(about: file, survey, &log) }
      var reader = LogReader(bytes, fileAt: index, of: self, survey, from: offset)
      let isWhole = try reader.read(participants: &participants, log: &log, digests: digests, sink)
      // Like findings, the account comes from the pass over the whole conversation.
      if position == nil {
        reader.tally.report(to: &log.account, format: IRCFormat.leftOut.format)
        let skipped = reader.skipped.warning(zone: zone.identifier, at: Origin(file: file.path))
        if let skipped { log.append(skipped) }
      }
      guard isWhole else { return }
    }
  }

  private static func noteDoubts(about file: LogFile, _ survey: LogIndex, _ log: inout DiagnosticLog) {
    if survey.hasAssumedYear {
      log.append(
        Diagnostic(
          .warning, "assumed-year",
          "the dates have no year; \(LogIndex.assumedYear) is assumed, put the file into a folder that is called after its year, as in 2024/",
          at: Origin(file: file.path)))
    }
    let repeated = survey.playback.knownCount
    if repeated > 0 {
      let lines =
        repeated == 1 ? "1 line that a bouncer repeated is" : "\(repeated) lines that a bouncer repeated are"
      log.append(
        Diagnostic(
          .note, "repeated-lines", "\(lines) in the log already and not shown again",
          at: Origin(file: file.path)))
    }
    guard survey.isTwelveHour else { return }
    let half =
      file.name.hour == nil
      ? "the first is assumed to be before noon" : "the hour in the file name tells AM from PM"
    log.append(
      Diagnostic(
        .warning, "twelve-hour-clock", "times use a twelve-hour clock without AM or PM; \(half)",
        at: Origin(file: file.path)))
  }
}

/// The two parts of a source position: the index of the file, and the offset of the line in it.
struct LogPosition {
  /// A TiB a file, and more files than a folder is listed for.
  private static let offsetBits: UInt64 = 40
  var file: Int
  var offset: Int

  init(file: Int, offset: Int) { (self.file, self.offset) = (file, offset) }

  init(_ position: SourcePosition) {
    file = Int(position.value >> Self.offsetBits)
    offset = Int(position.value & (1 << Self.offsetBits - 1))
  }

  var position: SourcePosition { SourcePosition(UInt64(file) << Self.offsetBits | UInt64(offset)) }
}
