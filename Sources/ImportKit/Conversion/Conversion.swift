package import ChatModel

/// A format that is converted message by message, in any order its exports have.
///
/// The usual way to add a format: `convert` finds the conversations of an export and appends their messages to builders. All such
/// formats share the code that joins several exports of an account, sorts, applies amendments and reads again from the middle.
package protocol ConvertedFormat: FormatReader {
  /// Adds the conversations of `input` to `conversion`. Anything that cannot be represented goes to `log` as a loss with its origin.
  ///
  /// - Throws: ``ImportError`` if the input cannot be read at all.
  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError)

  /// Adds the conversations of several exports, one after the other. Errors that prevent reading an export go to `failures`.
  ///
  /// - Throws: ``ImportError`` if there is no room.
  static func convert(
    _ inputs: [ImportInput], to conversion: Conversion, failures: inout [ImportError],
    log: inout DiagnosticLog
  ) throws(ImportError)

  /// The rank of an export among several: of messages in two exports, the higher one's count if both end with them.
  static func precedence(of input: ImportInput) -> Int
}

extension ConvertedFormat {
  package static func precedence(of input: ImportInput) -> Int { 0 }

  /// Converts several exports. A conversation in more than one of them becomes one.
  package static func open(
    _ inputs: [ImportInput], options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] {
    let conversion = try Conversion(options)
    conversion.inputs = inputs
    var failures: [ImportError] = []
    try convert(inputs, to: conversion, failures: &failures, log: &log)
    // One unreadable export must not hide the others.
    if failures.count == inputs.count, let error = failures.first { throw error }
    for error in failures { log.append(error.loss) }
    return try conversion.finish(&log)
  }

  package static func convert(
    _ inputs: [ImportInput], to conversion: Conversion, failures: inout [ImportError],
    log: inout DiagnosticLog
  ) throws(ImportError) {
    let ranks = inputs.map(precedence)
    for input in inputs.indices.sorted(by: { (ranks[$0], $0) < (ranks[$1], $1) }).map({ inputs[$0] }) {
      conversion.begin(input)
      do throws(ImportError) {
        try convert(input, to: conversion, log: &log)
      } catch {
        failures.append(error)
      }
      conversion.end(input, log: &log)
    }
  }
}

/// The conversations of one or more exports of a format while they are being converted.
package final class Conversion {
  package let options: ImportOptions
  /// All exports that are converted, because one may contain what another lacks.
  package fileprivate(set) var inputs: [ImportInput] = []
  /// The clock of the zone that the user named, for times without a zone.
  package var clock: WallClock
  /// The meanings of the names of zones in the exports.
  package let zones: ZoneNames
  /// Files extracted from the exports, such as pictures in Base64.
  package let extractedFiles: ExtractedFiles
  private let spool: MessageSpool
  private var builders: [ConversationBuilder] = []
  private var indexes: [String: Int] = [:]
  /// The number of the export that is being converted.
  private var input = -1
  /// The numbers of exports so far.
  private var inputCount = 0
  /// The numbers of exports in several files, by a key that these files share.
  private var parts: [String: Int] = [:]
  private var path = ""
  private var roots: [InputFolder] = []
  private var rootPaths: Set<String> = []
  private var folder: InputFolder?
  private var values: [ObjectIdentifier: Any] = [:]

  /// - Throws: ``ImportError`` if there is no temporary file or no such zone.
  package init(_ options: ImportOptions) throws(ImportError) {
    self.options = options
    spool = try MessageSpool(progress: options.progress)
    clock = try WallClock(zone: options.timeZone, at: nil)
    zones = ZoneNames(userZone: options.timeZone)
    extractedFiles = ExtractedFiles()
  }

  /// Returns the conversation with `key`, one for all exports that have messages of it, or a new one. The title of the newest export
  /// counts.
  ///
  /// `root` is the folder that paths of files are relative to; nil means the input's. Files with equal `parts` are of one export: their
  /// messages are no copies of each other.
  package func conversation(
    _ key: String, id: String? = nil, title: String, order: ConversationBuilder.MessageOrdering = .byTime,
    root: InputFolder? = nil, parts: String? = nil
  ) -> ConversationBuilder {
    let builder: ConversationBuilder
    if let index = indexes[key] {
      builder = builders[index]
    } else {
      builder = newBuilder(id: id ?? key, title: title, order: order)
      indexes[key] = builders.count - 1
    }
    if let root = root ?? folder { builder.begin(parts.map(number(ofParts:)) ?? input, root, title: title) }
    return builder
  }

  /// The title of the conversation with a key in the export that was read last; nil if there is no such conversation yet.
  package func title(of key: String) -> String? { indexes[key].map { builders[$0].title } }

  /// Begins a conversation that only has a name in its export.
  ///
  /// Conversations with one `name` become one if ``Namesakes`` finds that they are one chat. `isOnly` is true in exports that have
  /// each chat once, so that two with one name are two chats. Files with equal `parts` are of one export.
  package func conversation(
    named name: String, title: String, root: InputFolder? = nil, isOnly: Bool = false, parts: String? = nil
  ) -> ConversationBuilder {
    let key = parts.map { "\(name)\0\($0)" }
    if let key, let index = indexes[key] {
      if let root = root ?? folder { builders[index].begin(number(ofParts: key), root, title: title) }
      return builders[index]
    }
    let builder = newBuilder(id: title, title: title, order: .byTime)
    (builder.name, builder.isOnlyOfExport) = (name, isOnly)
    if let key { indexes[key] = builders.count - 1 }
    if let root = root ?? folder {
      builder.begin(key.map(number(ofParts:)) ?? (isOnly ? input : newNumber()), root, title: title)
    }
    return builder
  }

  private func newBuilder(
    id: String, title: String, order: ConversationBuilder.MessageOrdering
  ) -> ConversationBuilder {
    let isKept = options.keepsOrder && order == .byTime
    let builder = ConversationBuilder(
      id: id, title: title, order: isKept ? .asGiven : order, spool: spool, options: options)
    builder.source = path
    builders.append(builder)
    return builder
  }

  private func newNumber() -> Int {
    inputCount += 1
    return inputCount - 1
  }

  private func number(ofParts key: String) -> Int {
    let number = parts[key] ?? newNumber()
    parts[key] = number
    return number
  }

  /// Adds a folder in which files of all conversations are looked for, because one of several zips may hold the files of another.
  package func addRoot(_ root: InputFolder) { if rootPaths.insert(root.path).inserted { roots.append(root) } }

  /// Returns the value shared by all exports, made once.
  package func shared<Value>(_ make: () -> Value) -> Value {
    let type = ObjectIdentifier(Value.self)
    if let value = values[type] as? Value { return value }
    let value = make()
    values[type] = value
    return value
  }

  /// The instant of a time stamp; one without a zone is taken as the user's `--time-zone`, or as UTC with a note.
  package func instant(of timestamp: Timestamp) -> Instant { clock.instant(of: timestamp) }

  /// The instant of a wall clock's time, in an export with its messages in order. Of an hour that occurs twice it is the second if the
  /// first would be before `notBefore`. Milliseconds as if they were UTC.
  package func instant(
    ofWallClock milliseconds: Int64, notBefore: Instant?, at origin: @autoclosure () -> Origin?
  ) -> Instant {
    clock.instant(ofWallClock: milliseconds, notBefore: notBefore, at: origin())
  }

  /// Marks the owner of a conversation of two people that is named after the other one, unless the owner is known or named by the user.
  /// For exports that only name the chat and its senders.
  package func markOwner(of builder: ConversationBuilder) {
    let people = builder.participants.participants
    guard options.me == nil, people.count == 2, !people.contains(where: \.isMe),
      people[0].name != people[1].name, let other = people.firstIndex(where: { $0.name == builder.title })
    else { return }
    _ = builder.participant(people[1 - other].key, isMe: true)
  }

  package func begin(_ input: ImportInput) {
    self.input = newNumber()
    (folder, path) = (input.folder, input.path)
    clock.forgetFindings()
  }

  package func end(_ input: ImportInput, log: inout DiagnosticLog) {
    zones.report(in: input.path, to: &log)
    clock.report(in: input.path, to: &log)
  }

  package func finish(_ log: inout DiagnosticLog) throws(ImportError) -> [any ConversationSource] {
    for builder in builders { builder.settleTitle() }
    let shared = roots + (extractedFiles.isEmpty ? [] : [extractedFiles.folder])
    var rest = try CopyJoiner(spool, options, indexes: indexes).joined(builders, &log)
    // A message takes 16 bytes in a source and 64 in a builder, so builders are let go one by one.
    (builders, indexes) = ([], [:])
    rest.reverse()
    var sources: [ConvertedSource] = []
    sources.reserveCapacity(rest.count)
    while let builder = rest.popLast() {
      sources.append(try builder.finish(spool, options, shared: shared, &log))
    }
    // One mapping for all: each counts as memory of its own.
    let bytes = try spool.mapped()
    return sources.map { $0.reading(bytes) }
  }
}
