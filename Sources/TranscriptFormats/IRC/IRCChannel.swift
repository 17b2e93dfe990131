import ChatModel
import ICU
import ImportKit

/// One channel's logs: its files in order of date and name, their lines in order of the file.
struct IRCChannel {
  /// The id, from which the conversation's folder is named.
  let id: String
  let title: String
  /// The folders and the channel in the names of the files, which distinguish it from other channels.
  let group: String
  let dateStyle: DateStyle
  let files: [LogFile]
  let zone: TimeZoneRules
  /// The encoding of lines that are not UTF-8, if the user named it.
  let charset: String?
  let bridges: BridgedNicks

  /// A log file. A file of a folder is opened only while it is read, because there may be thousands.
  struct LogFile {
    /// The path as shown to people.
    var path: String
    var folder: InputFolder
    /// The file's name in its folder.
    var file: String
    var name: LogFileName
    /// Kept if the file is the whole input.
    var bytes: InputBytes?
  }

  /// Appends the messages of all files to `builder`.
  ///
  /// - Throws: ``ImportError`` if there is no room.
  func convert(to builder: ConversationBuilder, log: inout DiagnosticLog) throws(ImportError) {
    builder.dateStyle = dateStyle
    var earlier = EarlierLines(of: self)
    for (index, file) in files.enumerated() {
      let bytes: InputBytes
      do throws(ImportError) {
        if let known = file.bytes { bytes = known } else { bytes = try file.folder.bytes(of: file.file) }
      } catch {
        log.append(
          Diagnostic(
            .loss, "unreadable-file", "\(error.message); it was left out", at: Origin(file: file.path)))
        continue
      }
      let survey = LogSurvey(bytes, name: file.name, zone: zone) { earlier.counts(before: index) }
      earlier.note(survey.clock, ofFile: index)
      Self.noteDoubts(about: file, survey, &log)
      var reader = IRCReader(bytes, file, of: self, survey)
      try reader.read(to: builder, &log)
      for row in reader.tally.rows { file.folder.account?.add(row) }
      let skipped = reader.skipped.warning(zone: zone.identifier, at: Origin(file: file.path))
      if let skipped { log.append(skipped) }
    }
  }

  private static func noteDoubts(about file: LogFile, _ survey: LogSurvey, _ log: inout DiagnosticLog) {
    if survey.hasAssumedYear {
      log.append(
        Diagnostic(
          .warning, "assumed-year",
          "the dates have no year; \(LogSurvey.assumedYear) is assumed, put the file into a folder that is called after its year, as in 2024/",
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
