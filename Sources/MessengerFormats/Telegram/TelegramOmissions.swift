import ImportKit

/// The parts of Telegram Desktop’s export that are left out on purpose.
extension TelegramFormat {
  static let omissions: [Omission] = [
    Omission(
      .accountData,
      "about", "chats.about", "left_chats.about", "personal_information.**", "contacts.**", "sessions.**",
      "web_sessions.**", "stories.**", "profile_pictures.**", "profile_music.**", "frequent_contacts.**",
      "other_data.**"),
    // Other forms of the text and of its parts.
    Omission(
      .duplicate,
      "messages[].text_entities**", "**.list[].messages[].text_entities**"),
    Omission(
      .smallerCopy,
      "**thumbnail", "**thumbnail_file_size"),
    Omission(
      .bookkeeping,
      "**messages[].contact_vcard_file_size", "**messages[].game_message_id", "**messages[].gift_id",
      "**messages[].invoice_message_id", "**messages[].invoice_information.receipt_message_id",
      "**messages[].new_icon_emoji_id"),
    // The answer of a button to its bot.
    Omission(
      .machineText,
      "**.inline_bot_buttons[][].dataBase64"),
    Omission(
      .looks,
      "**messages[].text[].collapsed"),
  ]
}
