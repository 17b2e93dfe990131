import ImportKit

/// The parts of LibreChat's exports that are left out on purpose.
extension LibreChatFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.__v", "**.conversationId", "**.user", "**.finish_reason", "**.isEdited", "**.toolCallId",
      "**.expiredAt",
      "**.tool_call.progress", "**.tool_call.auth*", "**.stepId", "**.thread_id", "branches", "recursive",
      "**.unfinished", "**.isCreatedByUser", "**.files[].source", "**.files[].file_id",
      "**.files[].temp_file_id", "**.files[].embedded", "**.bytes",
      "**.attachments[].*Id", "**.plugin**", "**.plugins[]**", "**.siblingIndex", "**.depth",
      "**.invocationId",
      "**.attachments[].type", "**.content[].tool_call_ids[]", "**.content[].text.annotations[]**"),
    Omission(
      .settings, "options.**", "endpoint", "**.endpoint", "**.iconURL", "**.spec", "**.agent_id", "**.model"),
    Omission(.usage, "**.tokenCount", "**.summaryTokenCount", "**.usage**"),
    Omission(.otherTime, "exportAt", "**.updatedAt"),
    Omission(.machineText, "**.summary"),
    Omission(.duplicate, "**.sender", "**.files[].filepath"),
    Omission(.looks, "**.files[].preview"),
    Omission(.rareMark, "**.feedback.tag**"),
  ]
}
