import BubbleLayout
import ChatModel
import Fonts
import ICU
import ImportKit

/// The result of the first reading of a conversation: facts that are needed before anything is laid out.
///
/// For pages: their number, the beginnings of months, the positions of reply targets, the characters for the fonts.
/// Its size hardly grows with the conversation.
///
/// A class, because every part of the export has it, and thousands are in memory.
final class ConversationSurvey: Sendable {
  let source: any ConversationSource
  /// The filter for messages; the others are treated as if the source did not have them.
  let filter: MessageFilter
  var info: ConversationInfo { source.info }
  /// The conversation's folder in the site, unique among all.
  let folderName: String
  let clock: DisplayClock
  let participants: ParticipantTable
  let order: MessageOrder
  let ids: MessageIDIndex
  /// The messages that answers join.
  let replyThreads: ReplyThreads
  let facts: SurveyFacts
  /// The links that pages do not follow; empty if the survey is from a plan, whose log has them.
  let refusedLinks: RefusedLinks
  /// True if the language of some texts may be inferred from texts near by.
  let asksNearbyLanguages: Bool

  /// Surveys `source`, reading it once, or three times if its messages are out of order. Takes the name of its folder from `names`.
  init(
    of source: any ConversationSource, options: ExportOptions, names: inout FolderNames,
    fonts: inout CharacterUsage, log: inout DiagnosticLog, progress: (Int) -> Void
  ) throws {
    let zone = options.timeZone ?? source.info.timeZone ?? "UTC"
    let clock = try DisplayClock(zone: zone)
    let filter = try MessageFilter(options, for: source)
    fonts.begin(locale: Languages.locale(for: options.locale ?? source.info.locale))
    var pass = FirstPass(clock: clock, pageSize: options.pageSize, fonts: fonts)
    var count = 0
    var table = source.info.participants
    var order = MessageOrder.asRead(checkpoints: [])
    var filterClock = clock
    try source.survey(from: nil, participants: &table, log: &log, digests: true) { message, entry in
      guard filter.passes(message, clock: &filterClock) else { return true }
      if count & 0xFFF == 0 {
        try Task.checkCancellation()
        progress(count)
      }
      count += 1
      pass.add(message, entry)
      return true
    }
    if pass.isOutOfOrder, source.info.order == .byInstant, !options.keepsOrder {
      order = try .sorting(source, filter: filter, clock: clock)
      pass = FirstPass(clock: clock, pageSize: options.pageSize, fonts: pass.fonts)
      var againLog = DiagnosticLog()
      for position in order.positions {
        try source.survey(from: position, participants: &table, log: &againLog, digests: true) {
          message, entry in
          pass.add(message, entry)
          return false
        }
      }
      log.append(.reordered(source.info.title))
    } else {
      // Copied without spare capacity, because it stays.
      order = .asRead(checkpoints: pass.checkpoints.map(\.self))
    }
    fonts = pass.fonts
    let ids = try pass.finish()
    for index in ids.repeats.keys.sorted() {
      log.append(
        Diagnostic(
          .warning, "duplicate-id",
          "message \(index + 1) repeats an earlier id; its anchor gets a suffix",
          at: Origin(file: source.info.title)))
    }
    if filter.passesAll { pass.references.report(missingIn: ids, of: source.info.title, to: &log) }
    pass.facts.files.report(of: source.info.title, to: &log)
    if let me = options.me { table.markMe(me) }
    table.rest()
    source.rest()
    (self.source, self.filter, self.clock, participants, self.order) = (source, filter, clock, table, order)
    (self.ids, replyThreads, facts) = (ids, pass.references.threads(in: ids), pass.facts)
    refusedLinks = pass.refusedLinks
    asksNearbyLanguages = fonts.asksNearby
    folderName = names.name(for: source.info)
  }

  /// Creates a survey from its parts, as a plan has them.
  init(
    of source: any ConversationSource, folderName: String, filter: MessageFilter, clock: DisplayClock,
    participants: ParticipantTable, order: MessageOrder, ids: MessageIDIndex, replyThreads: ReplyThreads,
    facts: SurveyFacts, asksNearbyLanguages: Bool
  ) {
    (self.source, self.folderName, self.filter, self.clock) = (source, folderName, filter, clock)
    (self.participants, self.order, self.ids) = (participants, order, ids)
    (self.replyThreads, self.facts) = (replyThreads, facts)
    self.asksNearbyLanguages = asksNearbyLanguages
    refusedLinks = RefusedLinks()
  }

  /// True if more than one person sends incoming messages, so that each has to be named.
  var namesSenders: Bool { facts.speakers.incoming(in: participants) > 1 }

  /// The participants' indexes, those with most messages first.
  var byMessages: [Int] {
    participants.participants.indices.sorted {
      facts.senders[$0].messages != facts.senders[$1].messages
        ? facts.senders[$0].messages > facts.senders[$1].messages : $0 < $1
    }
  }

  /// True if a message belongs to a branch or thread.
  var hasRelations: Bool { !facts.branches.isEmpty || !facts.threads.isEmpty }

  /// The anchor of a message: its id, made unique, or its number when the source gave none.
  func anchor(of index: Int, id: String) -> String { madeUpAnchor(of: index, id: id) ?? id }

  /// The made-up anchor of a message whose id cannot be one; nil for most.
  func madeUpAnchor(of index: Int, id: String) -> String? {
    if id.isEmpty { return unused("n\(index + 1)") }
    guard let occurrence = ids.repeats[Int32(truncatingIfNeeded: index)] else { return nil }
    return unused("\(id)-\(occurrence)")
  }

  private func unused(_ anchor: String) -> String {
    var anchor = anchor
    while ids.index(of: anchor) != nil { anchor += "_" }
    return anchor
  }
}
