import ChatModel
import Frames
import ImportKit
import SystemCalls

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The site that an export is about to replace, as its manifest describes it.
///
/// People export again to keep a site up to date. An export from a new phone, or of the last months alone, has fewer messages than the
/// site, and they would be lost without a question.
struct EarlierSite: Decodable {
  struct EarlierConversation: Decodable {
    var id: String
    var title: String
    var messages: Int
    var first: String?
    var last: String?
  }
  private struct EarlierOptions: Decodable {
    var timeZone: String?
  }
  private var site: [EarlierConversation]
  private var options: EarlierOptions

  /// Reads the manifest of the site at `path`, or returns nil if there is no site or none of this version.
  init?(at path: String) {
    let file = path + "/export.json"
    // The folder may be somebody else's, with a pipe in place of the file.
    guard (try? SystemCall.status(at: file))?.kind == .file, let bytes = try? InputBytes(contentsOf: file),
      let manifest = try? JSONDecoder().decode(EarlierSite.self, from: Data(bytes.array(in: 0..<bytes.count)))
    else { return nil }
    self = manifest
  }

  /// Throws if the site has messages that the surveyed conversations lack.
  ///
  /// It compares the numbers of messages and the times of the first and the last, because no export reads an earlier page's messages.
  ///
  /// - Throws: `ExportError.output`.
  func check(_ surveys: [ConversationSurvey], _ options: ExportOptions) throws(ExportError) {
    if options.isRedacted { return try checkTotal(surveys) }
    let found = Dictionary(uniqueKeysWithValues: surveys.map { ($0.folderName, $0) })
    var losses: [(lost: Int, words: String)] = []
    for conversation in site {
      let survey = found[conversation.id]
      let lost = conversation.messages - (survey?.facts.messageCount ?? 0)
      if lost > 0 {
        losses.append((lost, "\(lost) of '\(conversation.title)'"))
      } else if let survey, options.timeZone == self.options.timeZone,
        let words = conversation.missingTime(in: survey)
      {
        losses.append((1, "those \(words) in '\(conversation.title)'"))
      }
    }
    guard !losses.isEmpty else { return }
    let total = losses.reduce(0) { $0 + $1.lost }
    let shown = losses.prefix(3).map(\.words).joined(separator: ", ")
    let rest = losses.count > 3 ? " and of \(losses.count - 3) other conversations" : ""
    throw .output(
      "at least \(total) \(total == 1 ? "message" : "messages") that this site has are not in this export (\(shown)\(rest)); "
        + "give the older export as well, or --force to replace the site")
  }
}

extension EarlierSite {
  /// Throws if the site has more messages than the conversations of a redacted site, whose folders and titles may have other names.
  ///
  /// - Throws: `ExportError.output`.
  private func checkTotal(_ surveys: [ConversationSurvey]) throws(ExportError) {
    let lost = site.reduce(0) { $0 + $1.messages } - surveys.reduce(0) { $0 + $1.facts.messageCount }
    guard lost > 0 else { return }
    throw .output(
      "at least \(lost) \(lost == 1 ? "message" : "messages") that this site has are not in this export; give the older export as well, name "
        + "another folder, or --force to replace the site")
  }
}

extension EarlierSite.EarlierConversation {
  /// Returns words for the time before or after which the site has messages and the conversation has none, or nil.
  fileprivate func missingTime(in survey: ConversationSurvey) -> String? {
    if let first, let found = survey.facts.firstInstant.map({ UTCTime(seconds: $0.seconds).text }),
      found > first
    {
      return "before \(found)"
    }
    if let last, let found = survey.facts.lastInstant.map({ UTCTime(seconds: $0.seconds).text }), found < last
    {
      return "after \(found)"
    }
    return nil
  }
}
