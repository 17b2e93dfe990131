import ChatModel

extension Message {
  /// The message with what is given in place of its own.
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
