import ChatModel
import ImportKit

/// The members of a poll.
private enum PollMembers {
  enum PollKey: String, JSONMember {
    case question, options, closed, voters, votesUnknown
  }
  enum PollOptionKey: String, JSONMember {
    case text, votes, by, correct, chosen
  }
  static let poll = JSONMemberTable<PollKey>()
  static let option = JSONMemberTable<PollOptionKey>()
}

extension ChatExportReader {
  mutating func poll() throws(JSONError) -> Poll? {
    guard try source.beginObject("poll") else { return nil }
    var poll = Poll(question: "", options: [])
    while let member = try source.nextMember(in: PollMembers.poll, of: "poll") {
      switch member {
      case .question: poll.question = try source.text("question") ?? ""
      case .closed: poll.isClosed = try source.flag("closed") ?? false
      case .votesUnknown: poll.hasUnknownVotes = try source.flag("votesUnknown") ?? false
      case .voters: poll.voters = try source.count("voters")
      case .options: poll.options = try pollOptions()
      }
    }
    return poll
  }

  private mutating func pollOptions() throws(JSONError) -> [Poll.Option] {
    var list: [Poll.Option] = []
    guard try source.beginList("options") else { return list }
    while try source.nextElement() {
      guard try source.beginObject() else { continue }
      var option = Poll.Option(text: "", votes: 0)
      while let member = try source.nextMember(in: PollMembers.option, of: "poll option") {
        switch member {
        case .text: option.text = try source.text("text") ?? ""
        case .votes: option.votes = try source.count("votes") ?? 0
        case .by: option.by = try participantList("by")
        case .chosen: option.isChosen = try source.flag("chosen") ?? false
        case .correct: option.isCorrect = try source.flag("correct") ?? false
        }
      }
      option.votes = max(option.votes, option.by.count)
      list.append(option)
    }
    return list
  }
}
