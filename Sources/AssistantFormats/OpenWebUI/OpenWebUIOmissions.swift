import ImportKit

/// The parts of Open WebUI's exports that are left out on purpose.
extension OpenWebUIFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.childrenIds[]", "**.messages.*.done", "**.messages.*.modelIdx", "**.messages.*.lastSentence",
      "**.messages.*.originalContent", "**.messages.*.feedbackId", "**.meta", "**.share_id", "**.folder_id",
      "**.messages.*.context", "**.messages.*.selectedModelId"),
    // The text of a message has been typed or corrected since.
    Omission(.superseded, "**.originalContent"),
    Omission(
      .duplicate,
      "**.chat.title", "**.models[]", "**.messages.*.model", "**.chat.files[]**", "**.selectedModels[]"),
    Omission(.settings, "**.chat.params.*", "**.features.*", "**.filter_ids[]", "**.tool_ids[]"),
    Omission(.surroundings, "**.tags[]**", "**.archived", "**.pinned", "**.meta.tags[]", "**.chat.tags[]**"),
    Omission(
      .usage,
      "**.usage**", "**.info**", "**.duration"),
    Omission(
      .machineText,
      "**.followUps[]", "**.embeds[]**", "**.files[].file.hash"),
  ]
}
