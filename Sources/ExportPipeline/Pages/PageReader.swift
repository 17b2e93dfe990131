import BubbleLayout
import ChatImport
import ChatModel
internal import Digests
import Frames
import ICU
import MediaProbe
import Phrases

/// One page's messages with all that their rows depend on: what a worker needs to lay it out.
struct PageJob: Sendable {
  /// Counted from 1.
  var number: Int
  var firstIndex: Int
  var inputs: [RowInput]
  /// Whether nothing behind the page and the message that follows it can change it, but for messages with the ids of
  /// `missing`, and those of `ahead`.
  var isSettled = false
  /// What is shown of messages further behind, which some of its messages answer.
  var ahead: [AnswerAhead] = []
  /// The hashes of ids that its messages name, and no message has.
  var missing: [UInt64] = []
}

/// What is shown of a message that an earlier one answers.
struct AnswerAhead: Sendable, Equatable {
  /// The message's id.
  var target: String
  /// A digest of the quotation, which says on which page it is too.
  var shown: ShortDigest
}

extension ShortDigest {
  fileprivate init(of quote: QuotedMessage) {
    var key = StableEncoder()
    key.add(quote, onPage: 0)
    var digester = ShortDigester()
    self = digester.digest(of: key.bytes.span)
  }
}

/// Reads pages of a surveyed conversation: decorates messages, looks replies up, places media.
///
/// Any page can be read, and is the same whatever was read before; one behind the other costs least.
struct PageReader {
  private let survey: ConversationSurvey
  /// How many pages there are.
  let pageCount: Int
  private let pageSize: Int
  private var stream: MessageStream
  private let groupSeconds: Int64
  private var decorator: Decorator
  private var clock: DisplayClock
  private var resolver: ReplyResolver
  private let media: any MediaResolving
  /// The page that was read last.
  private var number = 0
  private var index = 0

  init(
    _ survey: ConversationSurvey, options: ExportOptions, theme: Theme, phrases: Phrases,
    media: any MediaResolving
  ) {
    self.survey = survey
    pageSize = options.pageSize
    pageCount = (survey.messageCount + pageSize - 1) / pageSize
    clock = survey.clock
    self.media = media
    stream = MessageStream(
      survey.source, order: survey.order, filter: survey.filter, clock: survey.clock,
      table: survey.participants)
    groupSeconds = theme.groupSeconds
    decorator = Decorator(groupSeconds: groupSeconds)
    resolver = ReplyResolver(survey: survey, pageSize: options.pageSize, phrases: phrases)
  }

  /// The page with a number in 1…`pageCount`.
  mutating func page(_ number: Int) throws -> PageJob {
    if number != self.number + 1 { try go(to: number) }
    self.number = number
    let (messages, ahead) = try stream.next(pageSize)
    guard !messages.isEmpty else {
      throw ExportError.input(
        "\(survey.info.title): the messages from the \(index + 1)th on are gone; was the file changed while it was read?"
      )
    }
    resolver.begin(page: messages, firstIndex: index)
    let firstIndex = index
    var inputs: [RowInput] = []
    inputs.reserveCapacity(messages.count)
    var keys: [(key: GroupKey, minute: Int16)] = []
    keys.reserveCapacity(messages.count + 1)
    for place in messages.indices { keys.append(key(of: messages[place], at: index + place)) }
    if let ahead { keys.append(key(of: ahead, at: index + messages.count)) }
    for (place, message) in messages.enumerated() {
      let (key, minute) = keys[place]
      let next = place + 1 < keys.count ? keys[place + 1].key : nil
      inputs.append(
        RowInput(
          message: message, index: Int32(truncatingIfNeeded: index),
          decoration: decorator.decorate(key, next: next, minute: minute), extras: try extras(of: message)))
      index += 1
    }
    var job = PageJob(number: number, firstIndex: firstIndex, inputs: inputs)
    if survey.origins != nil, let ahead { settle(&job, ahead) }
    return job
  }

  /// Finds out whether the page depends on messages behind the one that follows it, or on files.
  private func settle(_ job: inout PageJob, _ ahead: Message) {
    let end = job.firstIndex + job.inputs.count
    guard ahead.content.files.isEmpty else { return }
    for place in job.inputs.indices {
      guard job.inputs[place].message.content.files.isEmpty, job.inputs[place].reactionPictures.isEmpty,
        job.inputs[place].relations == nil
      else { return }
      guard let target = job.inputs[place].message.reply?.target, !target.isEmpty else { continue }
      if job.inputs[place].quote?.page == nil {
        job.missing.append(MessageIDIndex.hash(target))
      } else {
        guard let found = survey.ids.place(of: target), let quote = job.inputs[place].quote else { return }
        if found > end {
          job.ahead.append(AnswerAhead(target: target, shown: ShortDigest(of: quote)))
        }
      }
    }
    job.isSettled = true
  }

  /// Whether the same is shown of a message as when this was noted.
  mutating func isSame(_ answer: AnswerAhead) throws -> Bool {
    let quote = try resolver.quote(for: Reply(target: answer.target))
    return quote.page != nil && ShortDigest(of: quote) == answer.shown
  }

  /// Begins behind the page before `number`, knowing the last message of that.
  private mutating func go(to number: Int) throws {
    decorator = Decorator(groupSeconds: groupSeconds)
    index = (number - 1) * pageSize
    guard index > 0 else { return stream.go(to: 0) }
    stream.go(to: index - 1)
    guard let before = try stream.next(1).messages.first else { return }
    let (key, minute) = key(of: before, at: index - 1)
    _ = decorator.decorate(key, next: nil, minute: minute)
  }

  /// What the row of the next message depends on that most rows lack; nil where it lacks all of it.
  private mutating func extras(of message: Message) throws -> RowInput.Extras? {
    let anchor = survey.madeUpAnchor(of: index, id: message.id)
    if anchor == nil, message.isContentAlone, case .text = message.content, !survey.hasRelations {
      return nil
    }
    var extras = RowInput.Extras()
    extras.anchor = anchor
    if let reply = message.reply { extras.quote = try resolver.quote(for: reply) }
    for file in message.content.files {
      extras.media.append(media.place(file, root: survey.source.mediaRoot))
    }
    extras.reactionPictures = reactionPictures(of: message)
    extras.relations = try relations(of: message)
    extras.moments = moments(of: message)
    return extras
  }

  /// The local times of what the message tells of besides its own time.
  private mutating func moments(of message: Message) -> [Instant: LocalTime] {
    var moments: [Instant: LocalTime] = [:]
    let others = message.otherInstants
    guard !others.isEmpty else { return moments }
    for instant in others + (message.instant.map { [$0] } ?? []) {
      let local = clock.local(instant)
      moments[instant] = LocalTime(day: local.day, minute: local.minute)
    }
    return moments
  }

  /// Pictures of the reactions that have one, in the order of the reactions; empty for most messages.
  private func reactionPictures(of message: Message) -> [String?] {
    guard message.reactions.contains(where: { $0.image != nil }) else { return [] }
    return message.reactions.map { reaction in
      guard let path = reaction.image else { return nil }
      let placement = media.place(Attachment(kind: .image, path: path), root: survey.source.mediaRoot)
      return placement.isInlineImage ? placement.path : nil
    }
  }

  /// The branches and threads the message at `index` belongs to; nil for most.
  private mutating func relations(of message: Message) throws -> Relations? {
    let root = message.extras?.thread
    if root == nil, !survey.hasRelations { return nil }
    var relations = Relations()
    if let alternatives = survey.branches.alternatives(to: index) {
      let (places, number) = (alternatives.places, alternatives.number)
      relations.branch = Relations.Branch(number: number + 1, count: places.count)
      if number > 0, let way = try resolver.target(at: Int(places[number - 1]), .previousBranch) {
        relations.ways.append(way)
      }
      if number + 1 < places.count, let way = try resolver.target(at: Int(places[number + 1]), .nextBranch) {
        relations.ways.append(way)
      }
    }
    relations.isOffBranch = survey.branches.isOffBranch(index)
    if let answers = survey.threads.answers(to: message.id) {
      relations.answers = answers.count
      if let way = try resolver.target(at: Int(answers.first), .thread) { relations.ways.append(way) }
    }
    if let root, root != message.id, let way = try resolver.target(ofRoot: root) {
      relations.ways.append(way)
    }
    return relations == Relations() ? nil : relations
  }

  /// What grouping looks at in the message at `index`, and its minute of the day.
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
    let key = GroupKey(
      sender: sender?.value ?? -1, side: isMine ? .outgoing : .incoming, day: day,
      seconds: message.instant?.seconds, isNotice: isNotice, isOffBranch: survey.branches.isOffBranch(index),
      hasNoBubble: hasNoBubble(message),
      startsAnew: message.extras?.isFirstUnread == true)
    return (key, minute)
  }
}

extension PageReader {
  /// Whether a message is shown without a bubble; a sticker is if there is a picture of it.
  private func hasNoBubble(_ message: Message) -> Bool {
    switch message.content {
    case .text: return message.hasNoBubble
    case .media:
      guard let sticker = message.lonelySticker else { return false }
      return media.place(sticker, root: survey.source.mediaRoot).isInlineImage
    case .system, .part: return false
    }
  }
}

/// Gives attachments their place in the site.
protocol MediaResolving: Sendable {
  func place(_ attachment: Attachment, root: InputFolder) -> MediaPlacement
}

extension MessageContent {
  /// The files that the message's rows show.
  fileprivate var files: [Attachment] {
    switch self {
    case .media(let attachments, _): attachments
    case .part(let part): part.files
    case .text, .system: []
    }
  }
}
