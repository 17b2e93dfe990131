/// What the program itself says, by name: the words of each language are in `Public/phrases/<language>.json`.
///
/// A new phrase is a case here and a line in `en.json`; languages without a line of their own say it in English.
public enum Phrase: String, CaseIterable, Sendable {
  // A message's time, and the line above it.
  case edited, pinned, notSent, forwardedFrom, inThread
  // Attachments.
  case photo, video, audio, voiceMessage, file, sticker, gif, notIncluded
  // Polls.
  case poll, finalResults, votes, quotedPoll
  // Calls.
  case call, videoCall, otherCall, missedCall, missedVideoCall, declinedCall, declinedVideoCall, outgoing,
    incoming
  // Other kinds of messages.
  case location, contact, quotedContact, notSupported, deleted, deletedBy, missingQuote
  case thinking, toolCall, toolResult, named
  // People.
  case andOthers, someone
  // What happened in a conversation.
  case withText, joined, left, quit, renamed, removed, added, modeSet, topicChanged, titleChanged,
    photoChanged
  case created, pinnedMessage
  // Around the messages of a page, and on the fronts.
  case skipToMessages, pages, turn, firstPage, previousPage, nextPage, lastPage, page, of, messages, months
  case overview, people, everybody, numbers, conversations, allConversations, openLatest, openFirst
  case quotedMessage, openFile, picture, emptyConversation, messageRange, countedMessages
  case messageNoun, pageNoun, personNoun, photoNoun
}
