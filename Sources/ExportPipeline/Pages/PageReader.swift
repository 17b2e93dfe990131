import BubbleLayout
import ChatModel
import Frames
import ICU
import ImportKit
import MediaProbe
import Phrases
import Reuse
import Storage
import TextLayout

/// One page's messages with everything their rows depend on, as the input of a worker.
struct PageJob: Sendable {
  /// Counted from 1.
  var number: Int
  var firstIndex: Int
  var inputs: [RowInput]
  /// The lookups outside the page, with their answers.
  var answers = PageAnswers()
  /// The counts for the overview.
  var tally = PageTally()
}

/// Reads pages of a surveyed conversation: decorates messages, looks replies up, stores media.
///
/// Pages can be read in any order with equal results; reading them in sequence costs least.
struct PageReader {
  private let survey: ConversationSurvey
  /// The number of pages.
  let pageCount: Int
  private let pageSize: Int
  private var stream: MessageStream
  private let theme: Theme
  private var decorator: Decorator
  private var clock: DisplayClock
  private var resolver: ReplyResolver
  private let media: MediaStore
  /// The lookups of the page being read.
  private var answers = PageAnswers()
  /// The sticker that is the whole last message of the page read last. The next page looks it up as if it had read the message.
  private var lastSticker: Attachment?
  /// The last message of the page read last.
  private var lastKey: GroupKey?
  /// The number of the page read last.
  private var number = 0
  private var index = 0

  init(
    _ survey: ConversationSurvey, options: ExportOptions, theme: Theme, phrases: Phrases,
    media: MediaStore
  ) {
    self.survey = survey
    pageSize = options.pageSize
    pageCount = (survey.facts.messageCount + pageSize - 1) / pageSize
    clock = survey.clock
    self.media = media
    stream = MessageStream(
      survey.source, order: survey.order, filter: survey.filter, clock: survey.clock,
      table: survey.participants)
    self.theme = theme
    decorator = Decorator(groupSeconds: theme.groupSeconds)
    resolver = ReplyResolver(survey: survey, pageSize: options.pageSize, phrases: phrases)
  }

  /// Reads the page with a number in 1…`pageCount`.
  ///
  /// - Throws: ``ExportError`` if the source has fewer messages than when it was surveyed, and errors of reading.
  mutating func page(_ number: Int) throws -> PageJob {
    answers = PageAnswers()
    if number != self.number + 1 {
      try go(to: number)
    } else if let lastSticker {
      _ = placement(of: lastSticker)
    }
    self.number = number
    let (messages, next) = try stream.next(pageSize)
    guard !messages.isEmpty else {
      throw ExportError.shortened(survey.info.title, at: index)
    }
    resolver.begin(page: messages, firstIndex: index)
    let firstIndex = index
    var inputs: [RowInput] = []
    inputs.reserveCapacity(messages.count)
    var keys: [(key: GroupKey, minute: Int16)] = []
    keys.reserveCapacity(messages.count + 1)
    for offset in messages.indices { keys.append(key(of: messages[offset], at: index + offset)) }
    if let next { keys.append(key(of: next, at: index + messages.count)) }
    var tally = PageTally(after: lastKey)
    for (offset, message) in messages.enumerated() {
      let (key, minute) = keys[offset]
      let next = offset + 1 < keys.count ? keys[offset + 1].key : nil
      inputs.append(
        RowInput(
          message: message, index: Int32(truncatingIfNeeded: index),
          decoration: decorator.decorate(
            key, next: next, minute: minute, offset: message.instant.flatMap { clock.repeatedOffset($0) }),
          extras: try extras(of: message)))
      tally.add(
        message, key, at: index, answering: message.reply == nil ? nil : inputs[offset].extras.quote)
      index += 1
    }
    lastKey = keys[messages.count - 1].key
    if survey.asksNearbyLanguages {
      let languages = NearbyLanguages.find(in: messages.map(\.writtenText))
      for (offset, language) in languages.enumerated() { inputs[offset].nearbyLanguage = language }
    }
    if !survey.source.info.tellsAlbums { Albums.join(&inputs) }
    lastSticker = messages.last?.loneSticker
    if !answersWithoutReading { noteRelations(of: inputs) }
    return PageJob(number: number, firstIndex: firstIndex, inputs: inputs, answers: answers, tally: tally)
  }

  /// Moves to the page `number`, reading the last message before it for grouping.
  private mutating func go(to number: Int) throws {
    decorator = Decorator(groupSeconds: theme.groupSeconds)
    index = (number - 1) * pageSize
    lastKey = nil
    guard index > 0 else { return stream.go(to: 0) }
    stream.go(to: index - 1)
    guard let before = try stream.next(1).messages.first else { return }
    let (key, minute) = key(of: before, at: index - 1)
    lastKey = key
    _ = decorator.decorate(key, next: nil, minute: minute)
  }

  /// Returns everything the next message's row depends on and most rows lack; nil if it lacks all of it.
  private mutating func extras(of message: Message) throws -> RowInput.RowExtras? {
    let anchor = survey.madeUpAnchor(of: index, id: message.id)
    if anchor == nil, message.isContentAlone, case .text = message.content, !survey.hasRelations {
      return nil
    }
    var extras = RowInput.RowExtras()
    extras.anchor = anchor
    if let reply = message.reply { extras.quote = try quote(for: reply) }
    for file in message.content.files { extras.media.append(placement(of: file)) }
    extras.reactionPictures = reactionPictures(of: message)
    extras.emoji = emoji(of: message)
    extras.relations = try relations(of: message)
    extras.moments = moments(of: message)
    return extras
  }

  /// Returns the local times that the message shows besides its own.
  private mutating func moments(of message: Message) -> [Instant: LocalTime] {
    var moments: [Instant: LocalTime] = [:]
    let others = message.otherInstants
    guard !others.isEmpty else { return moments }
    for instant in others + (message.instant.map { [$0] } ?? []) {
      let local = clock.local(instant)
      moments[instant] = LocalTime(
        day: local.day, minute: local.minute, offset: clock.repeatedOffset(instant))
    }
    return moments
  }

  /// Returns the pictures of the reactions that have one, in the order of the reactions; empty for most messages.
  private mutating func reactionPictures(of message: Message) -> [String?] {
    guard message.reactions.contains(where: { $0.image != nil }) else { return [] }
    var pictures: [String?] = []
    for reaction in message.reactions {
      let placement = reaction.image.map { self.placement(of: Attachment(kind: .image, path: $0)) }
      pictures.append(placement?.isInlineImage == true ? placement?.path : nil)
    }
    return pictures
  }

  /// Returns the pictures of the chat's own emoji in the message's texts, by their names.
  private mutating func emoji(of message: Message) -> [String: String] {
    var pictures: [String: String] = [:]
    for emoji in message.extras?.emoji ?? [] {
      let placement = placement(of: Attachment(kind: .image, path: emoji.image))
      if placement.isInlineImage, let path = placement.path { pictures[emoji.name] = path }
    }
    return pictures
  }

  /// Returns the branches and threads the message at `index` belongs to; nil for most.
  private mutating func relations(of message: Message) throws -> Relations? {
    let root = message.extras?.thread
    if root == nil, !survey.hasRelations { return nil }
    var relations = Relations()
    if let alternatives = survey.facts.branches.alternatives(to: index) {
      let (indexes, number) = (alternatives.indexes, alternatives.number)
      relations.branch = Relations.Branch(number: number + 1, count: indexes.count)
      if number > 0, let link = try resolver.target(at: Int(indexes[number - 1]), .previousBranch) {
        relations.links.append(link)
      }
      if number + 1 < indexes.count, let link = try resolver.target(at: Int(indexes[number + 1]), .nextBranch)
      {
        relations.links.append(link)
      }
    }
    relations.isOffBranch = survey.facts.branches.isOffBranch(index)
    if let answers = survey.facts.threads.answers(to: message.id) {
      relations.answers = answers.count
      if let link = try resolver.target(at: Int(answers.first), .thread) { relations.links.append(link) }
    }
    if let root, root != message.id, let link = try resolver.target(ofRoot: root) {
      relations.links.append(link)
    }
    return relations == Relations() ? nil : relations
  }

  /// Returns the properties of the message at `index` that grouping compares, and its minute of the day.
  mutating func key(
    of message: Message, at index: Int
  ) -> (key: GroupKey, minute: Int16) {
    let isNotice = if case .system = message.content { true } else { false }
    let sender = message.sender
    let isMine = sender.map { survey.participants.isMe($0) } ?? false
    var day: Int32?
    var minute: Int16 = -1
    if let instant = message.instant {
      let local = clock.local(instant)
      (day, minute) = (local.day, local.minute)
    }
    var key = GroupKey(
      sender: sender?.value ?? -1, side: isMine && theme.hasSides ? .outgoing : .incoming, day: day,
      seconds: message.instant?.seconds, isNotice: isNotice)
    key.isOffBranch = survey.facts.branches.isOffBranch(index)
    key.hasNoBubble = hasNoBubble(message)
    key.startsAnew = message.extras?.isFirstUnread == true
    key.startsPage = theme.startsGroupsOnPages && index.isMultiple(of: pageSize)
    return (key, minute)
  }
}

extension PageReader {
  /// True if a message is shown without a bubble; a sticker is if there is a picture of it.
  private mutating func hasNoBubble(_ message: Message) -> Bool {
    switch message.content {
    case .text: return message.hasNoBubble(emoji: emoji(of: message))
    case .media:
      guard let sticker = message.loneSticker else { return false }
      return sticker.isBare(placement(of: sticker))
    case .system, .part: return false
    }
  }
}

/// Lookups outside the page's own messages, each noted with its answer.
extension PageReader {
  /// True if a page's lookups, whose names are known from an earlier export, can be answered without reading its messages.
  ///
  /// Not in conversations with branches or threads, or where anchors have to be made unique: there a page depends on messages far
  /// away, in ways that only show when its own are read.
  var answersWithoutReading: Bool { !survey.hasRelations && survey.ids.isOrderly }

  private mutating func quote(for reply: Reply) throws -> QuotedMessage {
    let quote = try resolver.quote(for: reply)
    // A message of this page is part of its content.
    if let target = reply.target, !target.isEmpty, quote.page.map({ Int($0) != number }) ?? true {
      answers.note(quote, of: target)
    }
    return quote
  }

  private mutating func placement(of attachment: Attachment) -> MediaPlacement {
    if let path = attachment.path { noteFile(path) }
    if let path = attachment.poster { noteFile(path) }
    return media.placement(of: attachment, root: survey.source.mediaRoot)
  }

  private mutating func noteFile(_ path: String) { noteFile(path, to: &answers) }

  /// Notes a file of the source. Its name in the site, which depends on its content, covers everything that pages show of it.
  func noteFile(_ path: String, to answers: inout PageAnswers) {
    answers.note(.file(path)) {
      $0.add(media.placement(of: Attachment(kind: .file, path: path), root: survey.source.mediaRoot).path)
    }
  }

  /// Notes the message with an id.
  mutating func noteMessage(_ id: String, to answers: inout PageAnswers) throws {
    answers.note(try resolver.quote(for: Reply(target: id)), of: id)
  }

  /// Notes facts that are only known from reading the page: branches, threads and unusual anchors, its neighbours' included.
  private mutating func noteRelations(of inputs: [RowInput]) {
    for (index, input) in inputs.enumerated() where !input.isPlain {
      if let relations = input.relations { answers.note(fact: "\(relations)", at: index) }
      if let anchor = input.extras.anchor, anchor != "n\(input.index + 1)" {
        answers.note(fact: anchor, at: index)
      }
    }
    guard let first = inputs.first, let last = inputs.last else { return }
    for (neighbour, index) in [(-1, Int(first.index) - 1), (inputs.count, Int(last.index) + 1)]
    where survey.facts.branches.isOffBranch(index) { answers.note(fact: "off branch", at: neighbour) }
  }
}

extension Message {
  /// The text that its sender wrote; empty if it is something else.
  fileprivate var writtenText: String {
    switch content {
    case .text(let text): text.string
    case .media(_, let caption): caption.string
    case .system, .part: ""
    }
  }
}
