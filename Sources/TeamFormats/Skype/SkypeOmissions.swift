import ImportKit

/// The parts of a download of Skype that are left out on purpose.
extension SkypeFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping, "exportDate", "conversations[].version", "conversations[].MessageList[].version",
      "**.conversationid", "**.amsreferences[]", "**.properties.isserversidegenerated",
      "**.properties.ams_references",
      "**.emotions[].users[].value", "conversations[].properties.conversationstatus"),
    Omission(
      .surroundings, "conversations[].threadProperties.**", "conversations[].type",
      "**.properties.onbehalfof", "**.properties.albumId"),
    Omission(
      .settings, "conversations[].properties.conversationblocked", "conversations[].properties.alerts",
      "conversations[].properties.favorite", "conversations[].properties.**"),
    Omission(
      .seen, "conversations[].properties.consumptionhorizon", "conversations[].properties.lastimreceivedtime"),
    Omission(.otherTime, "**.composetime", "**.properties.deletetime"),
    // The message's text has the link, and the card its title and words.
    Omission(
      .furniture, "**.urlpreviews(json)**.favicon", "**.urlpreviews(json)**.size",
      "**.urlpreviews(json)**.status_code",
      "**.urlpreviews(json)**.content_type", "**.urlpreviews(json)**.favicon_meta.**",
      "**.urlpreviews(json)**.thumbnail_meta.**",
      "**.urlpreviews(json)**.thumbnail", "**.urlpreviews(json)**.category", "**.urlpreviews(json)**.key"),
  ]
}
