import ImportKit

/// The parts of Meta’s downloads that are left out on purpose.
extension MetaFormat {
  static let omissions: [Omission] = [
    // The heads and foots of pages, and labels around a message.
    Omission(
      .furniture,
      "a", "div", "h1", "h2", "title", "div._2lek", "div.thread", "div._2ph_._a6-p", "div._3b0e", "div._2pin"),
    // The text of a notice names them.
    Omission(
      .duplicate,
      "messages[].users[].name"),
    Omission(
      .bookkeeping,
      "messages[].is_geoblocked_for_viewer", "messages[].is_unsent_image_by_messenger_kid_parent"),
    Omission(
      .surroundings,
      "is_still_participant", "joinable_mode.mode"),
    Omission(
      .otherTime,
      "messages[].photos[].creation_timestamp", "messages[].videos[].creation_timestamp",
      "messages[].audio_files[].creation_timestamp", "messages[].files[].creation_timestamp",
      "messages[].gifs[].creation_timestamp"),
    Omission(
      .otherName,
      "profile_v2.name.first_name", "profile_v2.name.last_name"),
  ]
}
