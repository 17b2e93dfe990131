package import ChatModel

/// Several exports of one conversation as one, in a format that is otherwise read in place.
package enum JoinedSources {
  /// Reads all messages of `sources`, which have one id, into a builder that joins them.
  ///
  /// - Throws: ``ImportError``.
  package static func join(
    _ sources: [any ConversationSource], options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> any ConversationSource {
    let spool = try MessageSpool()
    let info = sources[sources.count - 1].info
    let builder = ConversationBuilder(
      id: info.id, title: info.title, order: .byTime, spool: spool, options: options)
    (builder.timeZone, builder.locale) = (info.timeZone, info.locale)
    builder.tellsAlbums = info.tellsAlbums
    builder.dateStyle = info.dateStyle
    for (number, source) in sources.enumerated() {
      builder.begin(number, source.mediaRoot, title: source.info.title)
      (builder.title, builder.titleStandIn) = (source.info.title, source.info.titleStandIn)
      do {
        try add(source, to: builder, &log)
      } catch let error as ImportError {
        throw error
      } catch {
        throw .unreadable(path: info.title, reason: "\(error)")
      }
    }
    builder.settleTitle()
    return try builder.finish(spool, options, &log)
  }

  /// Reads a source twice, because the people named by its messages are only known after reading them.
  private static func add(
    _ source: any ConversationSource, to builder: ConversationBuilder, _ log: inout DiagnosticLog
  ) throws {
    var table = source.info.participants
    try source.survey(from: nil, participants: &table, log: &log, digests: false) { _, _ in true }
    let indexes = table.participants.map {
      builder.participant(
        $0.key, name: $0.standIn == nil ? $0.name : nil, standIn: $0.standIn, avatar: $0.avatar, isMe: $0.isMe
      )
    }
    let isSame = indexes.enumerated().allSatisfy { Int($1.value) == $0 }
    var known = DiagnosticLog()
    try source.read(from: nil, participants: &table, log: &known) { message, _ in
      try builder.add(isSame ? message : message.mappingPeople { indexes[Int($0.value)] })
      return true
    }
  }
}
