import ImportKit

/// The parts of Graph's messages that are left out on purpose.
extension MicrosoftTeamsFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.@odata.context", "**.@odata.count", "**.@odata.nextLink", "**.@odata.type", "**.@odata.etag",
      "**.etag",
      "**.userIdentityType", "**.tenantId", "**.locale", "**.callId", "**.callEventType", "**.teamsAppId",
      "**.eventDetail.chatId", "**.eventDetail.channelId", "**.conversationIdentityType",
      "**.callRecordingStatus", "**.applicationIdentityType"),
    // The text has the words of mentions, and reactions are at the message.
    Omission(.duplicate, "**.mentions[].**", "**.messageHistory[].**", "**.reactions[].displayName"),
    Omission(.otherTime, "**.lastModifiedDateTime"),
    Omission(.surroundings, "**.webUrl", "**.meetingOrganizer.**", "**.summary"),
    Omission(.smallerCopy, "**.thumbnailUrl"),
    Omission(.settings, "**.visibleHistoryStartDateTime"),
  ]
}
