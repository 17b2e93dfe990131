import Phrases

/// The one list that turns formats' words for events and cards into phrases of the page's language.
///
/// A word that is not listed here comes from the source and is shown unchanged.
enum KnownWords {
  /// The phrase for an event with an actor, targets and a text and no other facts.
  ///
  /// Readers name such events after their phrases. Other words come from the apps.
  static func phrase(ofEvent word: String) -> Phrase? {
    if let phrase = appEvents[word] { return phrase }
    guard let phrase = Phrase(named: word), plainEvents.contains(phrase) else { return nil }
    return phrase
  }

  /// True for the readers' words for an event of which the source has no name, only a text.
  static func areWordless(_ word: String) -> Bool { word == "notice" || word == "info" }

  /// Phrases whose names are used as words for events.
  static let plainEvents: Set<Phrase> = [
    .numberChanged, .safetyNumberChanged, .safetyNumberVerified, .safetyNumberUnverified, .spamReported,
    .requestAccepted, .joinedSignal, .groupUpdated, .undecryptable, .donationAsked, .chatsMerged,
    .smsExported,
    .numberBelongs, .sessionReset, .sessionRefreshed, .paymentsActivated, .paymentsAsked, .newerVersionNeeded,
    .blocked, .unblocked, .descriptionChanged, .adminAdded, .adminRemoved, .invited, .invitationAccepted,
    .invitationDeclined, .invitationRevoked, .joinAsked, .joinApproved, .joinRefused, .joinWithdrawn, .linkOn,
    .linkOff, .linkReset, .permissionsChanged, .groupUpgraded, .pollEnded, .pollChoiceAdded, .titleRemoved,
    .titleEdited, .wallpaperRemoved, .sharePlayStarted, .unknownEvent, .threadStarted, .channelFollowed,
    .discoveryOff, .discoveryOn, .discoveryWarning, .inviteReminder, .bought, .premiumOffered, .stageStarted,
    .stageEnded, .becameSpeaker, .stageTopicChanged, .appSubscribed, .securityOn, .securityOff, .raidReported,
    .falseAlarm, .contextCompacted, .turnEnded, .sessionContinued, .promptQueued, .voiceStarted, .voiceEnded,
    .reviewStarted, .reviewEnded, .pullRequest, .wentIdle, .modelChanged, .canceled,
    .turnInterrupted, .rewound, .banned, .unbanned, .encryptionOn, .roomReplaced, .profileChanged, .netsplit,
    .netsplitEnded, .endToEndEncrypted, .businessAccount, .deviceAdded, .privacyNote, .timerChanged,
    .messageKept, .isContact, .channelChanged, .beganFromAdvertisement, .communityChanged, .savedToCameraRoll,
  ]

  /// Words of apps: Signal (its databases, its backups and sigtop's output) and iMessage.
  private static let appEvents: [String: Phrase] = [
    "bad_decrypt": .undecryptable, "change_number": .numberChanged, "chat_session_refresh": .sessionRefreshed,
    "end_session": .sessionReset, "group updated": .groupUpdated, "identity_default": .safetyNumberUnverified,
    "identity_update": .safetyNumberChanged, "identity_verified": .safetyNumberVerified,
    "joined_signal": .joinedSignal, "learned profile change": .numberBelongs,
    "message pinned": .pinnedMessage,
    "message_request_accepted": .requestAccepted, "payment_activation_request": .paymentsAsked,
    "payments_activated": .paymentsActivated, "pin message": .pinnedMessage, "poll ended": .pollEnded,
    "poll terminate": .pollEnded, "release_channel_donation_request": .donationAsked,
    "reported_spam": .spamReported, "session switchover": .numberBelongs, "sms export": .smsExported,
    "thread merge": .chatsMerged, "unsupported_protocol_message": .newerVersionNeeded,
    "generic group": .groupUpdated, "group announcement only change": .permissionsChanged,
    "group attributes access level change": .permissionsChanged, "group description": .descriptionChanged,
    "group invitation accepted": .invitationAccepted, "group invitation declined": .invitationDeclined,
    "group invitation revoked": .invitationRevoked, "group invite link admin approval": .permissionsChanged,
    "group invite link disabled": .linkOff, "group invite link enabled": .linkOn,
    "group invite link reset": .linkReset, "group join request": .joinAsked,
    "group join request canceled": .joinWithdrawn,
    "group membership access level change": .permissionsChanged,
    "group self invitation revoked": .invitationRevoked,
    "group sequence of requests and cancels": .joinWithdrawn, "group terminate change": .groupUpdated,
    "group unknown invitee": .invited, "group v2 migration": .groupUpgraded,
    "group v2 migration dropped members": .groupUpgraded,
    "group v2 migration invited members": .groupUpgraded,
    "group v2 migration self invited": .groupUpgraded,
    "group member label access level change": .permissionsChanged,
    "change-number-notification": .numberChanged, "chat-session-refreshed": .sessionRefreshed,
    "conversation-merge": .chatsMerged, "delivery-issue": .undecryptable,
    "group-v1-migration": .groupUpgraded,
    "group-v2-change": .groupUpdated, "keychange": .safetyNumberChanged,
    "phone-number-discovery": .numberBelongs,
    "title-transition-notification": .titleEdited, "choice_added_to_the_poll": .pollChoiceAdded,
    "background_removed": .wallpaperRemoved, "started_SharePlay": .sharePlayStarted,
  ]

  /// The phrase for the kind of a card, or nil for the source's own word.
  static func phrase(ofCard kind: String) -> Phrase? { cards[kind] }

  private static let cards: [String: Phrase] = [
    "broken JSON": .unreadableMessage, "broken line": .unreadableMessage, "conversation": .unreadableMessage,
    "irc line": .unreadableMessage, "line without a date": .unreadableMessage,
    "line without a time": .unreadableMessage, "malformed": .unreadableMessage,
    "malformed line": .unreadableMessage, "message without time": .unreadableMessage,
    "not a message": .unreadableMessage, "record": .unreadableMessage,
    "unreadable message": .unreadableMessage, "deleted part": .emptyMessage, "empty message": .emptyMessage,
    "message": .emptyMessage, "message without text": .emptyMessage,
    "message not received yet": .pendingMessage, "unsupported": .emptyMessage, "contact": .contact,
    "forwarded messages": .forwardedMessages, "game": .game, "handwritten message": .handwritten,
    "invoice": .invoice, "location": .location, "poll": .poll, "red packet": .redPacket,
    "share": .sharedContent, "sticker": .sticker, "transfer": .moneyTransfer,
  ]

  /// The phrase for the quote of a message whose text the reader does not have, or nil for the source's own
  /// text.
  static func phrase(ofQuote text: String) -> Phrase? {
    text == "a message in another chat" ? .messageElsewhere : nil
  }

  /// The phrase for a role in a conversation with a language model, or nil for another word.
  static func phrase(ofRole role: String) -> Phrase? {
    switch role {
    case "assistant": .assistant
    case "system": .system
    case "tool": .tool
    case "developer": .developer
    default: nil
    }
  }
}
