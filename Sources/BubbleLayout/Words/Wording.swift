import ChatModel
import Frames
import ICU
import Phrases

/// The words that the layout itself adds to rows.
struct Wording: Sendable {
  let phrases: Phrases

  /// Returns a name or title on one line, with single spaces for newlines and runs of white space.
  static func oneLine(_ text: String) -> String {
    guard ControlPictures.hasLines(text) else { return text }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns words of the input for use inside a sentence: on one line, and without effect on the order of the words around them.
  ///
  /// Text with right-to-left letters is wrapped in an isolate. Bidi controls are removed, because they could reach beyond
  /// a name or end the isolate (UAX #9 §2).
  static func isolated(_ text: String) -> String {
    let line = oneLine(text)
    // Bidi controls and right-to-left letters are at U+0590 and above, which start with a byte of 0xD6 or more.
    guard line.utf8.contains(where: { $0 >= 0xD6 }) else { return line }
    var shown = String.UnicodeScalarView()
    var isRightToLeft = false
    for scalar in line.unicodeScalars {
      if (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value) { continue }
      if scalar.needsBidi { isRightToLeft = true }
      shown.append(scalar)
    }
    return isRightToLeft ? "\u{2068}\(String(shown))\u{2069}" : String(shown)
  }

  /// Returns a time with its offset from Greenwich, in minutes: "2:30 +02:00"; without one if it is nil.
  static func time(_ time: String, offset: Int16?) -> String {
    guard let offset else { return time }
    let minutes = Int(offset.magnitude)
    let digits = [minutes / 600, minutes / 60 % 10, minutes % 60 / 10, minutes % 10].map(String.init)
    let words = "\(offset < 0 ? "-" : "+")\(digits[0])\(digits[1]):\(digits[2])\(digits[3])"
    // Among right-to-left letters the sign would change sides.
    return time.unicodeScalars.contains(where: \.needsBidi)
      ? "\(time) \u{2066}\(words)\u{2069}" : "\(time) \(words)"
  }

  /// Returns the line at the bubble's end: the time, with edit mark, pin, expiry and unknown status. `shown` formats counts.
  func timeLine(
    _ time: String, extras: MessageExtras?, isGone: Bool = false, shown: (Int) -> String
  ) -> String {
    guard let extras else { return time }
    var words = time
    if !extras.edits.isEmpty || extras.editedAt != nil { words = phrases(.edited, .time(words)) }
    if extras.isPinned { words = "\(phrases(.pinned)) · \(words)" }
    if let seconds = extras.expiresAfter, !isGone {
      words = "\(disappearance(after: seconds, shown: shown)) · \(words)"
    }
    switch extras.status {
    case "sending"?, "sent"?, "delivered"?, "read"?, "failed"?: break  // Shown as icons.
    case "scheduled"?: words += " · \(phrases(.scheduled))"
    case "queued"?: words += " · \(phrases(.queued))"
    case "draft"?: words += " · \(phrases(.draft))"
    case let status? where !status.isEmpty: words += " · \(Self.isolated(status))"
    default: break
    }
    return words
  }

  /// Maximum number of characters of a name above a message, where it wraps.
  private static let longestName = 80

  /// True if a message shows a header line above its content.
  static func hasHeader(_ extras: MessageExtras) -> Bool {
    extras.forwardedFrom != nil || extras.savedFrom != nil || extras.signature != nil || extras.via != nil
      || extras.forwardedAt != nil || (extras.role ?? "user") != "user" || extras.model != nil
      || extras.thread != nil || extras.isViewOnce
  }

  /// Returns the header line above a message; `forwarded` is the time of the original message. A role or model equal to
  /// the sender's name is left out, and names are cut to `longest` characters.
  func header(
    _ extras: MessageExtras, sender: String = "", forwarded: String? = nil, isTurnPart: Bool = false,
    isGone: Bool = false, longest: Int = Wording.longestName
  ) -> String {
    var words: [String] = []
    if let name = extras.forwardedFrom {
      let name =
        name == Participant.StandIn.deletedAccount.rawValue
        ? phrases(.deletedAccount) : Self.isolated(String(name.prefix(longest)))
      // Some apps say that a message was forwarded, and not whose it was.
      let sentence = name.isEmpty ? phrases(.forwarded) : phrases(.forwardedFrom, .name(name))
      words.append(dated(sentence, forwarded))
    } else if let forwarded {
      words.append(dated(phrases(.forwarded), forwarded))
    }
    for (name, phrase) in [
      (extras.savedFrom, Phrase.savedFrom), (extras.signature, .signedBy), (extras.via, .via),
    ] {
      guard let name else { continue }
      words.append(phrases(phrase, .name(Self.isolated(String(name.prefix(longest))))))
    }
    let name = sender.lowercased()
    if let role = extras.role, role != "user", !isTurnPart, role.lowercased() != name {
      words.append(
        KnownWords.phrase(ofRole: role).map { phrases($0) } ?? Self.isolated(role).capitalisedFirst)
    }
    if let model = extras.model, !isTurnPart, model.lowercased() != name {
      words.append(Self.isolated(model))
    }
    if let topic = extras.topic {
      words.append(phrases(.inTopic, .text(Self.isolated(String(topic.prefix(longest))))))
    } else if extras.thread != nil {
      words.append(phrases(.inThread))
    }
    if extras.isViewOnce, !isGone { words.append(phrases(.viewOnce)) }
    return words.joined(separator: " · ")
  }

  /// Returns the expiry of a message in the largest unit that divides it.
  private func disappearance(after seconds: Double, shown: (Int) -> String) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return phrases(.disappears) }
    let total = Int(seconds.rounded())
    let units: [(size: Int, phrase: Phrase)] = [
      (604_800, .disappearsAfterWeeks), (86_400, .disappearsAfterDays), (3_600, .disappearsAfterHours),
      (60, .disappearsAfterMinutes),
    ]
    let unit = units.first { total >= $0.size && total % $0.size == 0 } ?? (1, .disappearsAfterSeconds)
    return phrases(unit.phrase, count: total / unit.size, shown: shown(total / unit.size))
  }

  /// Returns a sentence, with a time if there is one.
  private func dated(_ sentence: String, _ time: String?) -> String {
    time.map { phrases(.withTime, .sentence(sentence), .time($0)) } ?? sentence
  }

  /// Returns the number of a message among its alternatives, in words.
  func branch(_ branch: Relations.Branch, shown: (Int) -> String) -> String {
    phrases(.branch, .number(shown(branch.number)), .total(shown(branch.count)))
  }

  /// Returns the line shown for a folded message on another branch; `sender` is ``isolated(_:)``.
  func otherBranch(_ branch: Relations.Branch?, sender: String, shown: (Int) -> String) -> String {
    let label = branch.map { self.branch($0, shown: shown) } ?? phrases(.otherBranch)
    return sender.isEmpty ? label : "\(label) · \(sender)"
  }

  /// Returns the number of answers in a thread, in words.
  func answers(_ count: Int, shown: String) -> String {
    "\(phrases(.answers, count: count, shown: shown)) ›"
  }

  /// Returns the name of a kind of attachment.
  func kind(_ kind: Attachment.Kind) -> String {
    switch kind {
    case .image: phrases(.photo)
    case .video: phrases(.video)
    case .audio: phrases(.audio)
    case .voice: phrases(.voiceMessage)
    case .file: phrases(.file)
    case .sticker: phrases(.sticker)
    case .gif: phrases(.gif)
    }
  }

  /// Returns the text alternative of an attachment.
  func alt(of attachment: Attachment) -> String {
    attachment.alt ?? attachment.name ?? kind(attachment.kind)
  }

  /// Returns the name of an attachment, or its kind if the name is not meant for people.
  func title(of attachment: Attachment) -> String {
    if let name = attachment.name, !name.isEmpty { return Self.oneLine(name) }
    guard attachment.kind == .file, let name = attachment.fileName else { return kind(attachment.kind) }
    return Self.oneLine(name)
  }

  /// Returns the reason that an attachment has no file.
  func absence(of attachment: Attachment) -> String {
    switch attachment.absence {
    case nil: phrases(.notIncluded)
    case .tooLarge?: phrases(.tooLarge)
    case .unavailable?: phrases(.unavailable)
    case .other(let words)?: words
    }
  }

  /// Returns duration, type and size, as far as known; `stored` is the path of the file in the site, `shown` formats digits.
  static func facts(of attachment: Attachment, stored: String?, shown: (String) -> String) -> String {
    let ending = fileEnding(of: attachment.name ?? attachment.path ?? "")
    let type = ending.isEmpty ? fileEnding(of: stored ?? "") : ending
    let facts = [
      attachment.duration.map { shown(clock($0)) } ?? "",
      attachment.kind == .file && type != "bin" ? type.uppercased() : "",
      attachment.byteCount.map { shown(size($0)) } ?? "",
    ]
    return facts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Returns the accessible name of a player.
  func spoken(_ attachment: Attachment) -> String {
    let words = [title(of: attachment), attachment.alt ?? "", attachment.duration.map(Self.clock) ?? ""]
    return words.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Returns the label in the corner of a film: "GIF" or its duration.
  func badge(_ attachment: Attachment) -> String {
    attachment.kind == .gif ? kind(.gif) : attachment.duration.map(Self.clock) ?? ""
  }

  /// Returns the extension of a file name: at most 8 letters and digits after the last dot; empty if there is none.
  static func fileEnding(of name: String) -> String {
    let tail = name.utf8.suffix(9)
    guard let dot = tail.lastIndex(of: UInt8(ascii: ".")), dot > name.utf8.startIndex else { return "" }
    let ending = tail[tail.index(after: dot)...]
    let isPlain = ending.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return isPlain ? String(decoding: ending, as: UTF8.self) : ""
  }

  /// Returns the line under a poll's question with the number of voters, or of votes if voters are not counted.
  func poll(_ poll: Poll, votes: Int, shown: String) -> String {
    if poll.hasUnknownVotes, poll.voters == nil { return phrases(poll.isClosed ? .finalResults : .poll) }
    let count = phrases(poll.voters == nil ? .votes : .voters, count: votes, shown: shown)
    return "\(phrases(poll.isClosed ? .finalResults : .poll)) · \(count)"
  }

  /// Returns the text of a poll's option; the right answer of a quiz is marked.
  static func option(_ option: Poll.Option) -> String { option.isCorrect ? "✓ \(option.text)" : option.text }

  /// Returns an option's votes and its share, from the side where the poll's text begins.
  static func share(_ percent: String, votes: String, _ direction: TextDirection) -> String {
    direction == .leftToRight ? "\(votes) · \(percent)" : "\u{200F}\(votes) · \(percent)"
  }

  /// Returns the kind of a card in words.
  func card(_ kind: String) -> String {
    KnownWords.phrase(ofCard: kind).map { phrases($0) } ?? Self.isolated(kind)
  }

  /// Returns the kind and outcome of a call in one line.
  func callLabel(_ call: Call) -> String {
    let medium = Self.isolated(call.medium)
    let (plain, missed, declined): (String, Phrase, Phrase) =
      switch call.medium {
      case "", "audio": (phrases(.call), .missedCall, .declinedCall)
      case "video": (phrases(.videoCall), .missedVideoCall, .declinedVideoCall)
      default: (phrases(.otherCall, .medium(medium)).capitalisedFirst, .missedCall, .declinedCall)
      }
    return switch call.outcome {
    case nil, ""?: plain
    case "missed"?: phrases(missed)
    case "busy"? where call.medium.isEmpty || call.medium == "audio": phrases(.busyCall)
    case "declined"?: phrases(declined)
    case "canceled"? where call.medium.isEmpty || call.medium == "audio": phrases(.canceledCall)
    case "canceled"?: "\(plain), \(phrases(.canceled))"
    case let outcome?: "\(plain), \(Self.isolated(outcome))"
    }
  }

  /// Returns the `tel:` URI of a telephone number (RFC 3966), without visual separators.
  static func telephone(_ number: String) -> String {
    let dialled = number.unicodeScalars.filter { "0123456789+*#".unicodeScalars.contains($0) }
    return "tel:" + dialled.map { $0 == "#" ? "%23" : String($0) }.joined()
  }

  /// Returns the host of a URL without `www.`, or the URL itself if there is no host. A deceptive host is shown in its
  /// ASCII form (`xn--…`).
  static func host(of address: String) -> String {
    let bytes = address.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return oneLine(address) }
    let rest = bytes[bytes.index(after: colon)...]
    guard rest.starts(with: "//".utf8) else { return oneLine(address) }
    let host = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    let short = host.starts(with: "www.".utf8) ? host.dropFirst(4) : host
    guard !short.isEmpty else { return oneLine(address) }
    let name = oneLine(String(decoding: short, as: UTF8.self))
    return HostNames.isDeceptive(name) ? HostNames.ascii(name) ?? name : name
  }

  /// Returns the line shown for a deleted message.
  ///
  /// `name` is the person who deleted it, if not its sender, as ``isolated(_:)``; `time` is the time of deletion.
  func deleted(
    _ reason: Deletion.Reason, isViewOnce: Bool = false, by name: String? = nil, at time: String? = nil
  ) -> String {
    let words =
      switch reason {
      case .deleted:
        name.map { phrases(.deletedBy, .name($0)) } ?? phrases(time == nil ? .deleted : .wasDeleted)
      case .expired: phrases(isViewOnce ? .viewed : .disappeared)
      }
    return dated(words, time)
  }

  /// Returns a delivery status in words.
  func name(of status: FrameStatus.Kind) -> String {
    switch status {
    case .sending: phrases(.sending)
    case .sent: phrases(.sent)
    case .delivered: phrases(.delivered)
    case .read: phrases(.read)
    case .failed: phrases(.notSent)
    }
  }

  /// Returns the title of a part of an LLM turn, with the tool's name if it has one, and the mark of a failure.
  func turn(_ part: TurnPart) -> String { turn(part, titled: title(of: part)) }

  /// Returns the kind of a part of an LLM turn, with the tool's name if it has one.
  func title(of part: TurnPart) -> String {
    let kind: Phrase =
      switch part.kind {
      case .thinking: .thinking
      case .toolCall: .toolCall
      case .toolResult: .toolResult
      }
    let words = phrases(kind)
    guard kind != .thinking, let name = part.name else { return words }
    return phrases(.named, .label(words), .name(Self.isolated(name)))
  }

  /// Returns a title of a part of an LLM turn with the mark of a failure.
  func turn(_ part: TurnPart, titled words: String) -> String {
    part.hasFailed ? phrases(.withText, .sentence(words), .text(phrases(.failed))) : words
  }

  /// Returns the heading of an earlier version, which was replaced at `until`; `shown` formats numbers.
  func version(_ number: Int, until: String?, shown: (Int) -> String) -> String {
    until.map { phrases(.versionUntil, .time($0)) } ?? phrases(.version, .number(shown(number)))
  }

  /// Maximum number of names in a list of people; longer lists are not read.
  static let namesInList = 30

  /// Returns a list of names (each ``isolated(_:)``) and the number of others of `count`; empty without any name.
  func list(
    _ names: [String], of count: Int, separator: String = ", ", shown: (Int) -> String
  ) -> String {
    if names.count == 1, count <= 1 { return names[0] }
    var list = ""
    list.reserveCapacity(names.reduce(0) { $0 + $1.utf8.count + 2 })
    for index in names.indices {
      if index > 0 { list += separator }
      list += names[index]
    }
    guard !names.isEmpty, count > names.count else { return list }
    let others = count - names.count
    return phrases(.andOthers, count: others, shown: shown(others), .names(list))
  }

  /// Returns the text of a reaction's chip: emoji and count, or the count alone if the emoji is a picture. `shown` formats it.
  static func reaction(_ reaction: Reaction, hasPicture: Bool = false, shown: (String) -> String) -> String {
    let count = reaction.count > 1 ? shown("\(reaction.count)") : ""
    if hasPicture { return count }
    let emoji = withEmojiPresentation(reaction.emoji)
    return count.isEmpty ? oneLine(emoji) : "\(isolated(emoji)) \(count)"
  }

  /// Returns a reaction's text with a variation selector after each character that may be text or an emoji (UTS #51 §1.4.3), for
  /// example `❤`. Apps leave it out in reactions, because all of these are emoji.
  static func withEmojiPresentation(_ emoji: String) -> String {
    // Almost all are emoji without a selector.
    guard emoji.unicodeScalars.contains(where: { $0 == "\u{FE0E}" || mayBeText($0) }) else { return emoji }
    let scalars = Array(emoji.unicodeScalars)
    var qualified = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() where scalar != "\u{FE0E}" {
      qualified.append(scalar)
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      guard mayBeText(scalar), next != "\u{FE0F}", !next.properties.isEmojiModifier else { continue }
      qualified.append("\u{FE0F}")
    }
    return String(qualified)
  }

  /// True if the selector after a character makes it text or an emoji. The characters of keycaps are emoji without one.
  private static func mayBeText(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xA8 && !scalar.properties.isEmojiPresentation && scalar.properties.isEmoji
  }

  /// Returns coordinates in degrees with five decimals, about 1 m.
  static func coordinates(_ location: Location) -> String {
    "\(degrees(location.latitude)), \(degrees(location.longitude))"
  }

  /// Returns the address of a map with a mark at the exact point, or nil if its coordinates are out of range. Not `geo:`
  /// (RFC 5870), because desktops cannot open it.
  static func mapAddress(_ location: Location) -> String? {
    guard abs(location.latitude) <= 90, abs(location.longitude) <= 180 else { return nil }
    let (north, east) = ("\(location.latitude)", "\(location.longitude)")
    return "https://www.openstreetmap.org/?mlat=\(north)&mlon=\(east)#map=16/\(north)/\(east)"
  }

  /// Returns the `geo:` URI of a location (RFC 5870), or nil if its coordinates are out of range.
  static func geoAddress(_ location: Location) -> String? {
    guard abs(location.latitude) <= 90, abs(location.longitude) <= 180 else { return nil }
    let (north, east) = (degrees(location.latitude), degrees(location.longitude))
    return "geo:\(north),\(east)".replacing("−", with: "-")
  }

  private static func degrees(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1_000 else { return "?" }
    let scaled = Int((value * 100_000).rounded())
    let digits = String(abs(scaled) % 100_000)
    let fraction = String(repeating: "0", count: 5 - digits.count) + digits
    return "\(scaled < 0 ? "−" : "")\(abs(scaled) / 100_000).\(fraction)"
  }

  /// Returns seconds as `m:ss` or `h:mm:ss`.
  static func clock(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "" }
    let total = Int(seconds.rounded())
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return total < 3_600
      ? "\(total / 60):\(two(total % 60))"
      : "\(total / 3_600):\(two(total / 60 % 60)):\(two(total % 60))"
  }

  /// Returns a number of bytes in decimal units with two significant digits.
  static func size(_ bytes: Int) -> String {
    guard bytes >= 0 else { return "" }
    if bytes < 1_000 { return "\(bytes) B" }
    var value = Double(bytes)
    var unit = "B"
    for next in ["kB", "MB", "GB", "TB"] where value >= 1_000 {
      value /= 1_000
      unit = next
    }
    let tenths = Int((value * 10).rounded())
    return value < 10 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
  }
}

extension String {
  /// The string with its first character in upper case.
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
