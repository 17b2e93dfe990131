import BubbleLayout
import ChatImport
import ChatModel
import Frames
import ICU
import SiteFiles
import SiteWriter
import TestSupport
import Testing

@testable import ExportPipeline

/// Row 2, the layout cache: a page's key changes with everything that it is made of.
@Suite struct KeyTests {
  private func key(_ input: RowInput) throws -> String {
    var key = StableEncoder()
    key.people = [[1], [2]]
    key.add(input, onPage: 1)
    return try #require(key.digest())
  }

  /// The keys of a value and of what it becomes when one of its fields is another; each field must have a change.
  private func expectAllDifferent<Value>(
    _ value: Value, without: Set<String> = [], _ changes: [String: (inout Value) -> Void],
    _ input: (Value) -> RowInput
  ) throws {
    let fields = Set(Mirror(reflecting: value).children.compactMap(\.label)).subtracting(without)
    #expect(
      fields == Set(changes.keys), "\(Value.self) has other fields than this test and StableEncoder know")
    var keys: Set = [try key(input(value))]
    for (field, change) in changes {
      var changed = value
      change(&changed)
      #expect(keys.insert(try key(input(changed))).inserted, "\(Value.self).\(field) is not in the key")
    }
  }

  private static let decoration = Decoration(
    side: .incoming, startsGroup: true, endsGroup: true, newDay: nil, isFirst: false, minute: 60)

  private static func input(
    of message: Message = Message(id: "1", content: .text(MessageText("hello", markup: .plain)))
  ) -> RowInput {
    RowInput(message: message, index: 3, decoration: decoration)
  }

  @Test("Row 2: every field of what a row is made of is in the key")
  func inputs() throws {
    let other = Message(id: "1", content: .text(MessageText("hullo", markup: .plain)))
    // Its place in the conversation is in the page's key.
    try expectAllDifferent(
      Self.input(), without: ["index", "rare"],
      ["message": { $0.message = other }, "decoration": { $0.decoration.minute = 61 }]
    ) { $0 }
    try expectAllDifferent(
      RowInput.Extras(),
      [
        "anchor": { $0.anchor = "2" },
        "quote": { $0.quote = QuotedMessage(name: "", text: "", page: nil, anchor: "") },
        "media": { $0.media = [MediaPlacement(path: nil)] },
        "reactionPictures": { $0.reactionPictures = [nil] },
        "relations": {
          var relations = Relations()
          relations.answers = 1
          $0.relations = relations
        },
        "moments": { $0.moments[Instant(milliseconds: 0)] = LocalTime(day: 0, minute: 0) },
      ]
    ) {
      var input = Self.input()
      input.extras = $0
      return input
    }
    try expectAllDifferent(
      Self.decoration,
      [
        "side": { $0.side = .outgoing }, "startsGroup": { $0.startsGroup = false },
        "endsGroup": { $0.endsGroup = false }, "joinsAbove": { $0.joinsAbove = true },
        "joinsBelow": { $0.joinsBelow = true }, "newDay": { $0.newDay = CivilDate(daysSince1970: 0) },
        "isFirst": { $0.isFirst = true }, "minute": { $0.minute = 61 },
      ]
    ) {
      var input = Self.input()
      input.decoration = $0
      return input
    }
    try expectAllDifferent(
      QuotedMessage(name: "a", text: "b", page: 1, anchor: "c"),
      [
        "name": { $0.name = "x" }, "text": { $0.text = "x" }, "page": { $0.page = nil },
        "anchor": { $0.anchor = "x" },
      ]
    ) {
      var input = Self.input()
      input.extras.quote = $0
      return input
    }
    try expectAllDifferent(
      MediaPlacement(path: "media/1.png", width: 3, height: 4),
      [
        "path": { $0.path = nil }, "isInlineImage": { $0.isInlineImage = true },
        "playback": { $0.playback = .sound }, "width": { $0.width = 5 }, "height": { $0.height = 5 },
        "poster": { $0.poster = "media/2.png" },
      ]
    ) {
      var input = Self.input()
      input.extras.media = [$0]
      return input
    }
    try expectAllDifferent(
      LocalTime(day: 1, minute: 2), ["day": { $0.day = 2 }, "minute": { $0.minute = 3 }]
    ) {
      var input = Self.input()
      input.extras.moments[Instant(milliseconds: 0)] = $0
      return input
    }
  }

  @Test("Row 2: a way within the page is the same on any page, and one to another page names it")
  func ways() throws {
    func keys(_ target: Int32, _ numbers: ClosedRange<Int>) throws -> [String] {
      var quoting = Self.input()
      quoting.extras.quote = QuotedMessage(name: "a", text: "b", page: target, anchor: "c")
      var related = Self.input()
      related.extras.relations = Relations()
      related.extras.relations?.ways = [MessageLink(page: target, anchor: "c", purpose: .thread)]
      return try numbers.flatMap { number in
        try [quoting, related].map { input in
          var key = StableEncoder()
          key.add(input, onPage: number)
          return try #require(key.digest())
        }
      }
    }
    #expect(try keys(3, 3...3) == keys(4, 4...4))
    #expect(Set(try keys(3, 1...5)).count == 4)
    #expect(try Set(keys(3, 4...4)).isDisjoint(with: keys(2, 4...4)))
  }

  @Test("Row 2: every field of what a page says of itself is in the key")
  func models() throws {
    func key(_ model: PageModel) throws -> String {
      var key = StableEncoder()
      key.add(model)
      return try #require(key.digest())
    }
    let month = MonthLink(title: "May", page: 1, anchor: "1", count: "2")
    let model = PageModel(
      title: "a", number: 1, months: [month], phrases: try SiteAssets().phrases(for: "en"))
    let changes: [String: (inout PageModel) -> Void] = [
      "title": { $0.title = "b" }, "number": { $0.number = 2 }, "hasNext": { $0.hasNext = true },
      "dates": { $0.dates = "b" }, "day": { $0.day = "b" }, "messages": { $0.messages = "b" },
      "months": { $0.months = [] },
      "language": { $0.language = "de" }, "direction": { $0.direction = .rightToLeft },
      "isOneOfSeveral": { $0.isOneOfSeveral = true }, "leadsOut": { $0.leadsOut = false },
      "hasSearch": { $0.hasSearch = true },
    ]
    let months: [String: (inout MonthLink) -> Void] = [
      "title": { $0.title = "b" }, "page": { $0.page = 2 }, "anchor": { $0.anchor = "b" },
      "count": { $0.count = "b" },
    ]
    // Follow from the language, the phrases and the fonts, which `PageKey` has for all pages.
    let shared: Set = ["_labels", "emojiWithoutPicture"]
    #expect(
      Set(Mirror(reflecting: model).children.compactMap(\.label)) == shared.union(changes.keys))
    #expect(Set(Mirror(reflecting: month).children.compactMap(\.label)) == Set(months.keys))
    var keys: Set = [try key(model)]
    for (field, change) in changes {
      var changed = model
      change(&changed)
      #expect(keys.insert(try key(changed)).inserted, "\(field) is not in the key")
    }
    for (field, change) in months {
      var changed = model
      change(&changed.months[0])
      #expect(keys.insert(try key(changed)).inserted, "\(field) is not in the key")
    }
  }

  /// A message's fields, to be changed.
  private struct Fields {
    var id = "1"
    var sender: ParticipantIndex? = ParticipantIndex(0)
    var instant: Instant?
    var content = MessageContent.text(MessageText("hello", markup: .plain))
    var reply: Reply?
    var reactions: [Reaction] = []
    var extras: MessageExtras?

    var input: RowInput {
      KeyTests.input(
        of: Message(
          id: id, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
          extras: extras))
    }
  }

  @Test("A message that is surveyed where it stands has the bytes of the whole one")
  func plainMessages() throws {
    let chat = #"""
      {"format":"chatexport/1","participants":[{"id":"a","name":"Ana"}],"messages":[
      {"id":"1","from":"a","at":"2026-05-01T09:12:03Z","text":"hello"},
      {"id":"2","text":"na\#u{EF}ve","replyTo":"1"},{"text":""},{"id":"4","from":"a","text":"x"}],
      "title":"Ana and others"}
      """#
    var log = DiagnosticLog()
    let input = ImportInput(path: "chat.json", bytes: Array(chat.utf8))
    let source = try #require(
      try ImportFormat.chatexport.open(input, options: ImportOptions(), log: &log).first)
    var table = source.info.participants
    var found = 0
    try source.survey(from: nil, participants: &table, log: &log) { message, _ in
      guard case .plain(let plain) = message else { return true }
      var (keys, whole) = (StableEncoder(), StableEncoder())
      keys.add(plain)
      whole.add(plain.message)
      #expect(keys.bytes == whole.bytes)
      found += 1
      return true
    }
    #expect(found == 4)
  }

  @Test("Row 2: every field of a message is in the key")
  func messages() throws {
    let message = Mirror(reflecting: Message(id: "1", content: .text(.empty), reply: Reply(target: nil)))
    let rare = try #require(message.descendant("rare", "some"))
    #expect(
      Set((message.children.map(\.label) + Mirror(reflecting: rare).children.map(\.label)))
        .subtracting(["rare"]) == Set(Mirror(reflecting: Fields()).children.map(\.label)))
    try expectAllDifferent(
      Fields(),
      [
        "id": { $0.id = "2" }, "sender": { $0.sender = ParticipantIndex(1) },
        "instant": { $0.instant = Instant(milliseconds: 1) },
        "content": { $0.content = .part(CodeSnippet(code: "hello")) },
        "reply": { $0.reply = Reply(target: nil) },
        "reactions": { $0.reactions = [Reaction(emoji: "👍", by: [], count: 1)] },
        "extras": { $0.extras = MessageExtras() },
      ]
    ) { $0.input }
    try expectAllDifferent(
      Reply(target: "1", quotedName: "a", quotedText: "b"),
      [
        "target": { $0.target = nil }, "quotedName": { $0.quotedName = nil },
        "quotedText": { $0.quotedText = nil },
      ]
    ) { Fields(reply: $0).input }
    try expectAllDifferent(
      Reaction(emoji: "👍", by: [ParticipantIndex(0)], count: 1),
      [
        "emoji": { $0.emoji = "👎" }, "by": { $0.by = [ParticipantIndex(1)] }, "count": { $0.count = 2 },
        "image": { $0.image = "x.png" },
      ]
    ) { Fields(reactions: [$0]).input }
    try expectAllDifferent(
      MessageExtras(),
      [
        "edits": { $0.edits = [MessageExtras.Edit(instant: nil, text: "a")] },
        "editedAt": { $0.editedAt = Instant(milliseconds: 1) }, "status": { $0.status = "a" },
        "forwardedFrom": { $0.forwardedFrom = "a" },
        "forwardedAt": { $0.forwardedAt = Instant(milliseconds: 1) },
        "thread": { $0.thread = "a" }, "isViewOnce": { $0.isViewOnce = true },
        "expiresAfter": { $0.expiresAfter = 1 }, "isFirstUnread": { $0.isFirstUnread = true },
        "isPinned": { $0.isPinned = true }, "role": { $0.role = "a" }, "model": { $0.model = "a" },
        "parent": { $0.parent = "a" }, "text": { $0.text = .empty },
      ]
    ) { Fields(extras: $0).input }
    try expectAllDifferent(
      MessageExtras.Edit(instant: nil, text: "a"),
      ["instant": { $0.instant = Instant(milliseconds: 1) }, "text": { $0.text = "b" }]
    ) {
      var extras = MessageExtras()
      extras.edits = [$0]
      return Fields(extras: extras).input
    }
    try expectAllDifferent(
      MessageText("hello", markup: .plain),
      ["string": { $0.string = "hullo" }, "markup": { $0.markup = .markdown }]
    ) { Fields(content: .text($0)).input }
    try expectAllDifferent(
      Attachment(kind: .image, path: "a.png"),
      [
        "kind": { $0.kind = .file }, "path": { $0.path = nil }, "name": { $0.name = "a" },
        "absence": { $0.absence = .tooLarge }, "width": { $0.width = 1 }, "height": { $0.height = 1 },
        "byteCount": { $0.byteCount = 1 }, "duration": { $0.duration = 1 }, "alt": { $0.alt = "a" },
        "type": { $0.type = "a" }, "waveform": { $0.waveform = [1] }, "poster": { $0.poster = "a" },
        "isSpoiler": { $0.isSpoiler = true },
      ]
    ) { Fields(content: .media([$0], caption: .empty)).input }
    try expectAllDifferent(
      SystemEvent(event: "a", actor: ParticipantIndex(0)),
      [
        "event": { $0.event = "b" }, "actor": { $0.actor = ParticipantIndex(1) },
        "targets": { $0.targets = [ParticipantIndex(0)] }, "text": { $0.text = "a" },
      ]
    ) { Fields(content: .system($0)).input }
    try expectAllDifferent(
      SourceSpan(start: 0, end: 1, kind: .bold),
      ["start": { $0.start = 1 }, "end": { $0.end = 2 }, "kind": { $0.kind = .italic }]
    ) { Fields(content: .text(MessageText("ab", markup: .spans([$0])))).input }
    var keys: Set<String> = []
    for kind: SourceSpan.Kind in [
      .bold, .italic, .underline, .strikethrough, .spoiler, .code, .mention, .hashtag, .blockquote,
      .codeBlock(language: ""), .codeBlock(language: "a"), .link(target: ""), .link(target: "a"),
    ] {
      let text = MessageText("abc", markup: .spans([SourceSpan(start: 0, end: 1, kind: kind)]))
      #expect(keys.insert(try key(Fields(content: .text(text)).input)).inserted, "\(kind)")
    }
    let spans = [0, 1].map { SourceSpan(start: $0, end: 2, kind: .bold) }
    for markup: MessageText.Markup in [.plain, .markdown, .spans([]), .spans([spans[0]]), .spans([spans[1]])]
    {
      #expect(keys.insert(try key(Fields(content: .text(MessageText("ab", markup: markup))).input)).inserted)
    }
  }

  @Test("Row 2: every field of a person is in the key")
  func persons() throws {
    func expectAllDifferent<Value>(
      _ value: Value, _ changes: [(inout Value) -> Void], _ add: (inout StableEncoder, Value) -> Void
    ) {
      #expect(Mirror(reflecting: value).children.count == changes.count)
      var keys: Set<[UInt8]> = []
      for change in [{ _ in }] + changes {
        var changed = value
        change(&changed)
        var key = StableEncoder()
        add(&key, changed)
        #expect(keys.insert(key.bytes).inserted)
      }
    }
    let participant = Participant(key: "a", name: "Ann")
    expectAllDifferent(
      participant,
      [{ $0.key = "b" }, { $0.name = "b" }, { $0.avatar = "b" }, { $0.isMe = true }]
    ) { $0.add($1) }
    expectAllDifferent(
      Person(participant, avatar: nil, colours: 1),
      [{ $0.name = "b" }, { $0.avatar = "b" }, { $0.initials = "b" }, { $0.colour = 7 }, { $0.isMe = true }]
    ) { $0.add($1) }
  }

  @Test("Row 2: every field of a message's relations is in the key")
  func relations() throws {
    func input(_ relations: Relations) -> RowInput {
      var input = Self.input()
      input.extras.relations = relations
      return input
    }
    var relations = Relations()
    relations.branch = Relations.Branch(number: 1, count: 2)
    try expectAllDifferent(
      relations,
      [
        "branch": { $0.branch = nil }, "isOffBranch": { $0.isOffBranch = true },
        "answers": { $0.answers = 1 },
        "ways": { $0.ways = [MessageLink(page: 2, anchor: "a")] },
      ], input)
    try expectAllDifferent(
      Relations.Branch(number: 1, count: 2), ["number": { $0.number = 2 }, "count": { $0.count = 3 }]
    ) {
      relations.branch = $0
      return input(relations)
    }
    try expectAllDifferent(
      MessageLink(page: 2, anchor: "a"),
      ["page": { $0.page = 3 }, "anchor": { $0.anchor = "b" }, "purpose": { $0.purpose = .thread }]
    ) {
      relations.ways = [$0]
      return input(relations)
    }
  }

  @Test("Row 2: every field of a part is in the key")
  func parts() throws {
    func input(_ part: any MessagePart) -> RowInput { Fields(content: .part(part)).input }
    let somebody = ParticipantIndex(0)
    try expectAllDifferent(
      Contact(name: "a"),
      ["name": { $0.name = "b" }, "phones": { $0.phones = ["1"] }, "emails": { $0.emails = ["1"] }],
      input)
    try expectAllDifferent(
      Location(latitude: 0, longitude: 0),
      [
        "latitude": { $0.latitude = 1 }, "longitude": { $0.longitude = 1 }, "name": { $0.name = "a" },
        "address": { $0.address = "a" },
      ], input)
    try expectAllDifferent(
      Poll(question: "a", options: []),
      [
        "question": { $0.question = "b" }, "options": { $0.options = [Poll.Option(text: "a", votes: 1)] },
        "isClosed": { $0.isClosed = true }, "voters": { $0.voters = 1 },
      ], input)
    try expectAllDifferent(
      Poll.Option(text: "a", votes: 1),
      [
        "text": { $0.text = "b" }, "votes": { $0.votes = 2 }, "by": { $0.by = [somebody] },
        "isCorrect": { $0.isCorrect = true }, "isChosen": { $0.isChosen = true },
      ]
    ) { input(Poll(question: "a", options: [$0])) }
    try expectAllDifferent(
      Call(medium: "a"),
      ["medium": { $0.medium = "b" }, "duration": { $0.duration = 1 }, "outcome": { $0.outcome = "a" }], input
    )
    try expectAllDifferent(
      LinkPreview(url: "a"),
      [
        "url": { $0.url = "b" }, "title": { $0.title = "a" }, "summary": { $0.summary = "a" },
        "image": { $0.image = Attachment(kind: .image) },
        "text": { $0.text = MessageText("a", markup: .plain) },
      ], input)
    try expectAllDifferent(
      CodeSnippet(code: "a"), ["code": { $0.code = "b" }, "language": { $0.language = "a" }], input)
    try expectAllDifferent(
      Deletion(),
      [
        "reason": { $0.reason = .expired }, "by": { $0.by = somebody },
        "instant": { $0.instant = Instant(milliseconds: 1) },
      ], input)
    try expectAllDifferent(
      TurnPart(kind: .thinking, text: "a"),
      ["kind": { $0.kind = .toolCall }, "name": { $0.name = "a" }, "text": { $0.text = "b" }], input)
    try expectAllDifferent(
      Unsupported(kind: "a"),
      [
        "name": { $0.name = "b" }, "text": { $0.text = "a" },
        "facts": { $0.facts = PartFacts([PartFacts.Fact(name: "a", value: "b")]) },
      ], input)
    try expectAllDifferent(
      PartFacts.Fact(name: "a", value: "b"), ["name": { $0.name = "b" }, "value": { $0.value = "c" }]
    ) { input(Unsupported(kind: "a", facts: PartFacts([$0]))) }
    var keys: Set<String> = []
    for absence: ChatModel.Attachment.Absence in [.tooLarge, .unavailable, .other(""), .other("a")] {
      var attachment = Attachment(kind: .image)
      attachment.absence = absence
      #expect(keys.insert(try key(input(LinkPreview(url: "a", image: attachment)))).inserted)
    }
  }

  @Test("Row 2: every kind of message is understood, with all that is in it")
  func kinds() throws {
    var extras = MessageExtras()
    extras.edits = [MessageExtras.Edit(instant: nil, text: "a")]
    extras.text = MessageText("a", markup: .plain)
    let facts = PartFacts([
      PartFacts.Fact(name: "title", value: "a"), PartFacts.Fact(name: "amount", value: "1"),
    ])
    let named: [any MessagePart] = NamedContentTypes.all.compactMap { $0.init(facts) }
    #expect(named.count == NamedContentTypes.all.count)
    let somebody = ParticipantIndex(0)
    let parts: [any MessagePart] =
      named + [
        Contact(name: "a", phones: ["1"]), Location(latitude: .nan, longitude: -0.0),
        Poll(question: "a", options: [Poll.Option(text: "a", votes: 1, by: [somebody])]),
        Call(medium: "audio", duration: 1), LinkPreview(url: "a", image: Attachment(kind: .image)),
        CodeSnippet(code: "a"), Deletion(by: somebody, instant: Instant(milliseconds: 1)),
        TurnPart(kind: .thinking, text: "a"), Unsupported(kind: "a", facts: facts),
      ]
    var keys: Set<String> = []
    for part in parts {
      #expect(keys.insert(try key(Fields(content: .part(part)).input)).inserted, "\(part)")
      #expect(keys.insert(try key(Fields(content: .part(part), extras: extras).input)).inserted)
    }
    for text in ["a", "b"] {
      let event = SystemEvent(event: "x", actor: somebody, targets: [somebody], text: text)
      #expect(keys.insert(try key(Fields(content: .system(event)).input)).inserted)
    }
  }

  @Test("Who is named is in the key as rows show them, wherever they are named")
  func people() throws {
    let somebody = ParticipantIndex(0)
    for fields in [
      Fields(sender: somebody),
      Fields(sender: nil, reactions: [Reaction(emoji: "👍", by: [somebody], count: 1)]),
      Fields(sender: nil, content: .system(SystemEvent(event: "x", targets: [somebody]))),
      Fields(
        sender: nil,
        content: .part(Poll(question: "a", options: [Poll.Option(text: "a", votes: 1, by: [somebody])]))),
    ] {
      let digests = [[1], [2]].map { (person: [UInt8]) in
        var key = StableEncoder()
        key.people = [person]
        key.add(fields.input, onPage: 1)
        return key.digest()
      }
      #expect(digests[0] != digests[1] && digests[0] != nil)
    }
  }

  @Test("What is not understood has no key")
  func unknown() {
    final class Object {}
    struct Hidden { var object = Object() }
    enum Spoken: CustomStringConvertible {
      case one, two
      var description: String { "same" }
    }
    for value: Any in [Object(), Hidden(), Spoken.one, [Spoken.two], ["a": Object()], { () in }] {
      var key = StableEncoder()
      key.add(reflecting: value)
      #expect(key.digest() == nil, "\(value)")
    }
  }

  @Test("Values run into each other nowhere, and the order of what has none does not show")
  func forms() {
    func bytes(_ values: Any...) -> [UInt8] {
      var key = StableEncoder()
      for value in values { key.add(reflecting: value) }
      return key.bytes
    }
    #expect(bytes("ab", "c") != bytes("a", "bc"))
    #expect(bytes([1], [2]) != bytes([1, 2], [Int]()))
    #expect(bytes(Int?.none as Any, 1) != bytes(Int?.some(1) as Any))
    #expect(bytes(0.0) != bytes(-0.0))
    #expect(bytes(Int64.min) != bytes(Int64.max))
    let numbers = Array(0..<100)
    let sets = [numbers, numbers.reversed()].map {
      bytes(Set($0), Dictionary(uniqueKeysWithValues: $0.map { ($0, "\($0)") }))
    }
    #expect(sets[0] == sets[1])
  }
}

extension StableEncoder {
  /// What the row of one message is made of.
  fileprivate mutating func add(_ input: RowInput, onPage number: Int) {
    let inputs = [input]
    addRow(0, of: inputs.span, onPage: number)
  }
}
