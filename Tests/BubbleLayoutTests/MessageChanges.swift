import ChatModel

extension Message {
  /// Returns the message with the given facts instead of its own.
  func with(
    content: MessageContent? = nil, sender: ParticipantIndex? = nil, instant: Instant? = nil,
    reply: Reply? = nil, reactions: [Reaction]? = nil, extras: MessageExtras? = nil
  ) -> Message {
    Message(
      id: id, sender: sender ?? self.sender, instant: instant ?? self.instant,
      content: content ?? self.content, reply: reply ?? self.reply, reactions: reactions ?? self.reactions,
      extras: extras ?? self.extras)
  }
}
