package import ChatModel

extension ConversationBuilder {
  /// Joins the exports, applies the amendments, and returns the conversation.
  ///
  /// A message in several exports is shown once. It is matched by id, otherwise by time, sender and text, the nth of equal ones with the
  /// nth in the other export. One that was edited or deleted between two exports is matched by time and sender. The newest export counts;
  /// files that it lacks come from an older one. Amendments of a message are taken from the newest export with the message, and from
  /// exports without it. Files are looked for in the export of their message, then in `shared`.
  ///
  /// The source's records are in the spool, which has to be mapped once all conversations are finished (``ConvertedSource/reading(_:)``).
  func finish(
    _ spool: MessageSpool, _ options: ImportOptions, shared: [InputFolder] = [], _ log: inout DiagnosticLog
  ) throws(ImportError) -> ConvertedSource {
    var holders: [UInt64: [Int]] = [:]
    let folders = roots.map { root in
      InputFolder(joining: [root] + shared.reversed().filter { $0.path != root.path })
    }
    let mediaRoot = folders.isEmpty ? InputFolder(joining: shared) : InputFolder(ofExports: folders)
    var entries = try merged(spool, mediaRoot, options.kinds, &holders, &log)
    sort(&entries)
    try amend(&entries, holders, spool, options.kinds, &log)
    var info = ConversationInfo(
      id: id, title: title, timeZone: timeZone, locale: locale, order: .asGiven, participants: participants)
    info.tellsAlbums = tellsAlbums
    info.knowsOwner = knowsOwner
    info.dateStyle = dateStyle
    info.titleStandIn = titleStandIn
    return ConvertedSource(
      info: info, mediaRoot: mediaRoot, bytes: try spool.mapped(upTo: 0), entries: entries,
      kinds: options.kinds)
  }

  // MARK: Several exports

  /// Joins the copies of several exports, so that the conversation looks like a single export's.
  ///
  /// - Throws: ``ImportError`` if the spool cannot be read or written.
  func mergeCopies(
    _ spool: MessageSpool, _ kinds: PartKinds, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let first = entries.first?.input, entries.contains(where: { $0.input != first }) else { return }
    var holders: [UInt64: [Int]] = [:]
    var merged = try merged(spool, InputFolder(ofExports: roots), kinds, &holders, &log)
    for index in merged.indices { merged[index].input = first }
    replace(merged, participants)
  }

  /// Returns each message once, and notes for amended ones which exports have them, oldest first.
  private func merged(
    _ spool: MessageSpool, _ folder: InputFolder, _ kinds: PartKinds, _ holders: inout [UInt64: [Int]],
    _ log: inout DiagnosticLog
  ) throws(ImportError) -> [MessageEntry] {
    guard let first = entries.first?.input, hasCopies || entries.contains(where: { $0.input != first })
    else { return entries }
    var newest: [Int: Int64] = [:]
    for entry in entries { newest[entry.input] = max(newest[entry.input] ?? .min, entry.time) }
    // The export with the latest message counts; of equal ones the one named last.
    let ranks = newest.keys.sorted { (newest[$0] ?? 0, $0) < (newest[$1] ?? 0, $1) }
    let byInput = Dictionary(grouping: entries, by: \.input)
    var merge = CopyMerge(self, spool, folder, kinds, ranks: ranks.count)
    for (rank, input) in ranks.enumerated() {
      let entries = byInput[input] ?? []
      if !amendments.isEmpty {
        for entry in entries where amendments[entry.identity] != nil {
          holders[entry.identity, default: []].append(input)
        }
      }
      try merge.add(entries, rank: rank)
    }
    merge.report(title, to: &log)
    return merge.entries
  }

  /// Sorts by time. Messages with equal times stay in the order of their export; older exports come first.
  private func sort(_ entries: inout [MessageEntry]) {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time }
    if order == .byTimeNewestFirst {
      entries.reverse()
    } else if isSorted {
      return
    }
    let times = entries.map(\.time)
    // A stable sort, by the index as the last key.
    let indexes = entries.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    entries = indexes.map { entries[$0] }
  }

  // MARK: Amendments

  private func amend(
    _ entries: inout [MessageEntry], _ holders: [UInt64: [Int]], _ spool: MessageSpool, _ kinds: PartKinds,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard !amendments.isEmpty else { return }
    var open = amendments
    let bytes = try spool.mapped(upTo: entries.reduce(0) { max($0, $1.offset + Int($1.byteCount)) })
    for index in entries.indices {
      let identity = entries[index].identity
      guard let told = open.removeValue(forKey: identity) else { continue }
      let inputs = holders[identity] ?? []
      let changes = told.filter { $0.input == inputs.last || !inputs.contains($0.input) }.map(\.amendment)
      let message = MessageRecord.message(at: entries[index].offset, of: bytes, kinds: kinds)
      entries[index].store(try spool.append(message.amended(by: changes)))
    }
    if !open.isEmpty {
      log.append(
        Diagnostic(
          .note, "amended-elsewhere",
          "\(open.values.reduce(0) { $0 + $1.count }) reactions, edits or deletions belong to messages that are not in the export",
          at: Origin(file: title)))
    }
  }
}

extension Message {
  /// Returns the message with its amendments.
  fileprivate func amended(by amendments: [ConversationBuilder.Amendment]) -> Message {
    var (content, reactions) = (content, reactions)
    var extras = extras ?? MessageExtras()
    for amendment in amendments {
      switch amendment {
      case .reaction(let emoji, let by, let image, let time):
        reactions.add(emoji, by: by, image: image, at: time)
      case .reactionRemoved(let emoji, let by): reactions.remove(emoji, by: by)
      case .edit(let text, let instant):
        if let old = content.text {
          extras.edits.append(MessageExtras.Edit(instant: extras.editedAt, text: old.string))
        }
        extras.editedAt = instant
        content = content.replacingText(text)
      case .deletion(let by, let instant):
        content = .part(Deletion(by: by, instant: instant))
        (extras.edits, extras.editedAt) = ([], nil)
      case .pin: extras.isPinned = true
      }
    }
    return Message(
      id: id, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
      extras: extras == MessageExtras() ? nil : extras)
  }
}

extension MessageContent {
  fileprivate var text: MessageText? {
    switch self {
    case .text(let text): text
    case .media(_, let caption): caption
    case .system, .part: nil
    }
  }

  fileprivate func replacingText(_ text: MessageText) -> MessageContent {
    switch self {
    case .text: .text(text)
    case .media(let attachments, _): .media(attachments, caption: text)
    case .system, .part: self
    }
  }
}

extension [Reaction] {
  /// Adds one person's reaction, with its time. A time of 0 means that the app had none.
  package mutating func add(
    _ emoji: String, by: ParticipantIndex?, image: String? = nil, at time: Instant? = nil
  ) {
    let known = firstIndex { $0.emoji == emoji && $0.image == image }
    let index = known ?? count
    if known == nil { append(Reaction(emoji: emoji, by: [], count: 0, image: image)) }
    if let by {
      guard !self[index].by.contains(by) else { return }
      self[index].by.append(by)
      if let time, time.milliseconds > 0 { self[index].setTime(time) }
    }
    self[index].count += 1
  }

  /// Removes one person's reaction.
  package mutating func remove(_ emoji: String, by: ParticipantIndex?) {
    guard let index = firstIndex(where: { $0.emoji == emoji }) else { return }
    if let by {
      guard let position = self[index].by.firstIndex(of: by) else { return }
      self[index].by.remove(at: position)
      if position < self[index].times.count { self[index].times.remove(at: position) }
    }
    self[index].count -= 1
    if self[index].count <= 0 { remove(at: index) }
  }
}

extension Reaction {
  /// Sets the time of the reaction by the last person in `by`.
  fileprivate mutating func setTime(_ time: Instant) {
    while times.count < by.count - 1 { times.append(nil) }
    times.append(time)
  }
}
