import ImportKit

/// The parts of Signal’s exports that are left out on purpose.
extension SignalFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**currentAppVersion", "**firstAppVersion"),
    // The first version of a history is the message itself.
    Omission(
      .duplicate,
      "**.editHistory[].body", "message_fts**", "emoji_search**"),
    Omission(
      .accountData,
      "**account.accountSettings.**", "sticker.**", "**.accountSettings.*"),
    Omission(
      .bookkeeping,
      "backupTimeMs", "**.revisions[].authorId", "**.revisions[].chatId", "**.attachments[].clientUuid",
      "**.attachments[].wasDownloaded", "**.reactions[].sortOrder", "**.sticker.packId",
      "**.sticker.stickerId", "**.individualCall.callId", "**.sendStatus[].recipientId",
      "**.votes[].voteCount", "**.distributionList.distributionId", "**.snapshot.members[].joinedAtVersion",
      "**.snapshot.members[].userId", "attachment.transfer_state", "groups.recipient_id",
      "mention.thread_id", "message.parent_story_id", "message.quote_missing", "message.quote_type",
      "message.revision_number", "poll.author_id", "poll_vote.vote_count"),
    Omission(
      .token,
      "account.profileKey", "mediaRootBackupKey", "**.contact.profileKey", "**.sticker.packKey",
      "**.sealedSender"),
    Omission(
      .smallerCopy,
      "**.pointer.blurHash"),
    Omission(
      .accountData,
      "account.username"),
    Omission(
      .settings,
      "chat.archived", "thread.archived", "**.poll.allowMultiple", "poll.allow_multiple_votes",
      "**.distributionList.privacyMode", "**.group.storySendMode", "**.group.whitelisted",
      "**.contact.profileSharing", "**.contact.visibility",
      "**.disappearingMessagesTimer.disappearingMessagesDuration"),
    Omission(
      .surroundings,
      "**.snapshot.members[].role"),
    // The number and the chosen name of a person who is in the address book.
    Omission(
      .otherName,
      "recipient.contact.e164", "recipient.contact.profileGivenName"),
    Omission(
      .looks,
      "recipient.self.avatarColor"),
    Omission(
      .otherTime,
      "**.incoming.dateReceived", "**.incoming.dateServerSent", "**.linkPreview[].date",
      "**.individualCall.startedCallTimestamp", "message.date_received", "message.date_server",
      "message.expire_started", "message.scheduled_date", "poll_vote.date_received",
      "reaction.date_received", "thread.date"),
    Omission(
      .seen,
      "**.incoming.read", "**.individualCall.read", "message.read", "message.viewed"),
    Omission(
      .bookkeeping,
      "[].conversationId", "[].reactions[].targetTimestamp", "[].schemaVersion", "part.pending_push"),
    Omission(
      .otherTime,
      "[].received_at", "[].received_at_ms", "mms.date_received", "sms.date"),
  ]
}
