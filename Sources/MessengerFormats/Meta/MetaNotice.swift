import ImportKit

/// The words with which the apps say what somebody did. Newer downloads mark them as the app's in no other way.
enum MetaNotice {
  /// The words that may follow a name, or "You" for the owner, in a sentence that ends with a stop.
  private static let sentences = [
    "named the group ", "created the group.", "left the group.", "joined the group",
    "changed the group photo.",
    "set the nickname for ", "set your nickname to ", "set their own nickname to ",
    "cleared the nickname for ",
    "cleared your nickname.", "cleared their own nickname.", "changed the theme to ",
    "changed the chat theme",
    "set the emoji to ", "set the quick reaction to ", "pinned a message.", "unpinned a message.",
    "joined the video c", "joined the call.", "is now an admin.", "sent an attachment.", "shared a story.",
    "shared a post.", "shared a reel.",
  ]

  /// The words that may follow a name in a sentence without a stop.
  private static let phrases = [
    "created a poll: ", "voted for \"", "changed their vote to \"", "changed your vote to \"",
    "removed their vote for \"", "removed your vote for \"", "started a video chat", "started an audio call",
    "started sharing video", "missed a video chat", "missed an audio call", "waved at you!",
    "replied to your story",
  ]

  /// The most bytes of a notice.
  private static let limit = 300

  /// True if a text is the app's about `sender`: it begins with their name, their first name or "You". Nobody begins a
  /// sentence with their own full name.
  static func isNotice(_ text: String, of sender: String, isOwner: Bool) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= limit else { return false }
    // Nearly all texts begin like neither the sender's name nor "You".
    if let other = sender.utf8.first, first != other, first | other < 0x80, other != 0x20,
      first != UInt8(ascii: "Y")
    {
      return false
    }
    guard !text.contains("\n") else { return false }
    if text == "You are now connected on Messenger" { return true }
    let hasStop = text.last == "."
    return names(of: sender, isOwner: isOwner).contains { name in
      guard text.hasPrefix(name + " ") else { return false }
      if hasStop, name.contains(" ") { return true }
      let rest = text.dropFirst(name.count + 1)
      return phrases.contains { rest.hasPrefix($0) } || hasStop && sentences.contains { rest.hasPrefix($0) }
        || (rest.hasPrefix("added ") || rest.hasPrefix("removed ")) && rest.hasSuffix(" group.")
    }
  }

  private static func names(of sender: String, isOwner: Bool) -> [String] {
    guard let first = sender.split(separator: " ").first.map(String.init) else { return [] }
    return [sender, first] + (isOwner ? ["You"] : [])
  }

  /// Returns the degrees in a link to Bing's maps, as in a shared location: `https://www.bing.com/maps/…&where1=48.13,+11.57&…`.
  static func location(_ link: String) -> (latitude: Double, longitude: Double)? {
    guard let host = link.range(of: "bing.com/maps/"),
      let query = link[host.upperBound...].firstIndex(of: "?")
    else { return nil }
    for part in link[query...].dropFirst().split(separator: "&") where part.hasPrefix("where1=") {
      let value = part.dropFirst("where1=".count).replacing("%2C", with: ",").replacing("%2c", with: ",")
        .replacing("%20", with: "").replacing("+", with: "")
      let degrees = value.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1],
        (-90...90).contains(latitude), (-180...180).contains(longitude)
      else { return nil }
      return (latitude, longitude)
    }
    return nil
  }
}
