import ChatModel
import Frames
import ICU
import Phrases
import TextLayout

extension Poll: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    body(.label(question))
    for option in options { body(.plain(option.text)) }
  }

  func line(_ quoting: QuoteLine) -> String {
    quoting.line(ofPlain: quoting.wording.phrases(.quotedPoll, .text(Wording.isolated(question))))
  }

  func describe(in transcript: inout Transcript, of message: Message) {
    let (tally, transcriber) = (PollTally(self), transcript.transcriber)
    let wording = transcriber.wording
    transcript.add(note: wording.poll(self, votes: tally.base, shown: transcriber.number(tally.base)))
    transcript.add(line: question)
    for option in options {
      var facts: [String] = []
      if !tally.isUnknown {
        facts = [
          transcriber.number(max(0, option.votes)),
          transcriber.dates.dates.percent(tally.percent(of: option)),
        ]
      }
      var voters = option.by.compactMap(transcriber.spokenName)
      if option.isChosen, !option.by.contains(where: transcriber.isMe) {
        voters.insert(wording.phrases(.you), at: 0)
      }
      let names = wording.list(voters, of: option.votes, shown: transcriber.number)
      if !names.isEmpty { facts.append(names) }
      transcript.add(
        line: Wording.option(option) + (facts.isEmpty ? "" : " (\(facts.joined(separator: " · ")))"))
    }
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addPoll(self, to: &stack)
  }
}

extension RowLayouter {
  /// Adds a card with the question and, for each option, its text, votes and share, a bar, and the voters.
  func addPoll(_ poll: Poll, to stack: inout PartStack) {
    let padding = theme.cardPadding
    let insets = theme.bubbleInsets
    let width = stack.maxWidth - insets.left - insets.right
    let inner = width - padding * 2
    let tally = PollTally(poll)
    var items: [FrameItem] = []
    var bottom = padding
    func add(_ role: ItemID.Role, _ number: Int, _ text: LaidOutText, x: LayoutUnit) {
      let rect = Rect(x: x, y: bottom, width: text.width, height: text.height)
      items.append(FrameItem(ItemID(role, number), rect, .text(text.block)))
    }
    let question = layOut(poll.question, role: .cardTitle, maxWidth: inner)
    let direction =
      poll.question.isEmpty
      ? poll.options.first.map { layOut($0.text, role: .cardText, maxWidth: inner).block.direction }
        ?? .leftToRight : question.block.direction
    if !poll.question.isEmpty {
      add(.label, -1, question, x: padding)
      bottom = bottom + question.height
    }
    let facts = line(
      wording.poll(poll, votes: tally.base, shown: dates.integer(tally.base)), role: .cardFact,
      maxWidth: inner)
    add(.fact, -1, facts, x: padding)
    bottom = bottom + facts.height
    for (number, option) in poll.options.enumerated() {
      bottom = bottom + theme.pollGap
      // Unknown votes have no share.
      let votes = tally.isUnknown ? "" : dates.integer(max(0, option.votes))
      let share = line(
        votes.isEmpty
          ? ""
          : Wording.share(dates.percent(tally.percent(of: option)), votes: votes, direction), role: .cardFact,
        maxWidth: inner.half)
      let room = inner - share.width - theme.timeGap
      let words = layOut(Wording.option(option), role: .cardText, maxWidth: room)
      items.append(
        FrameItem(
          ItemID(.detail, number),
          Rect(
            x: padding, y: bottom, width: direction == .leftToRight ? room : words.width, height: words.height
          ),
          .text(words.block)))
      // At the end of the row, on the baseline of the first line.
      let lift = TimeLabel.ascent(theme.style(.cardText)) - TimeLabel.ascent(theme.style(.cardFact))
      let shareRect = Rect(
        x: padding + inner - share.width, y: bottom + max(.zero, lift), width: share.width,
        height: share.height)
      if !votes.isEmpty { items.append(FrameItem(ItemID(.share, number), shareRect, .text(share.block))) }
      bottom = max(bottom + words.height, shareRect.maxY) + theme.pollBarGap
      let track = Rect(x: padding, y: bottom, width: inner, height: theme.pollBar)
      items.append(FrameItem(ItemID(.track, number), track, .box(.track, radius: theme.pollBar.half)))
      let filled = inner.share(tally.share(of: option))
      if filled > .zero {
        var bar = track
        bar.size.width = max(filled, theme.pollBar)
        items.append(FrameItem(ItemID(.bar, number), bar, .box(.bar, radius: theme.pollBar.half)))
      }
      bottom = track.maxY
      let voters = wording.list(names(ofVotersFor: option), of: option.votes, shown: dates.integer)
      guard !voters.isEmpty else { continue }
      bottom = bottom + theme.pollBarGap
      let names = layOut(voters, role: .cardFact, maxWidth: inner)
      add(.voters, number, names, x: padding)
      bottom = bottom + names.height
    }
    let ground = Rect(x: .zero, y: .zero, width: width, height: bottom + padding)
    stack.draw(.card, ground, .box(.card, radius: theme.innerRadius))
    for item in items { stack.draw(item.id.role, number: Int(item.id.number), item.rect, item.content) }
    stack.endPart(size: ground.size, insets: insets, direction: direction)
  }
}

extension RowLayouter {
  /// Returns the names of the voters, with "You" if the source only says that the owner chose the option.
  private func names(ofVotersFor option: Poll.Option) -> [String] {
    let names = option.by.prefix(Wording.namesInList).compactMap(spokenName)
    let saysMe = option.by.contains { isMe($0) }
    return option.isChosen && !saysMe ? [wording.phrases(.you)] + names : names
  }
}

/// The total votes of a poll. Counts in a source may be negative or overflow.
struct PollTally {
  /// The base of all shares: the number of voters if known, otherwise of votes.
  let base: Int
  /// True if the options' votes are not known: the source says so, or people voted and no option has a vote.
  let isUnknown: Bool

  init(_ poll: Poll) {
    let total = poll.options.reduce(0) { sum, option in
      let (result, overflow) = sum.addingReportingOverflow(max(0, option.votes))
      return overflow ? .max : result
    }
    let most = poll.options.reduce(0) { max($0, $1.votes) }
    base = poll.voters.map { max($0, most) } ?? total
    isUnknown = total == 0 && (poll.hasUnknownVotes || base > 0)
  }

  /// Returns an option's share, 0…1.
  func share(of option: Poll.Option) -> Double {
    base > 0 ? min(1, Double(max(0, option.votes)) / Double(base)) : 0
  }

  /// Returns an option's share in whole per cent.
  func percent(of option: Poll.Option) -> Int { Int((share(of: option) * 100).rounded()) }
}
