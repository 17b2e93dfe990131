import ChatModel
import Frames
import ICU
import Phrases

/// The words the layout itself puts on a page.
struct Wording: Sendable {
  let phrases: Phrases

  /// A name or title on one line: newlines and runs of blanks become one blank.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 9 }) else { return text }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Words of the input as part of a sentence, on one line: they never reorder the words around them.
  ///
  /// Right-to-left letters come in an isolate. Controls of direction, which could reach beyond a name and even end
  /// the isolate, are left out (UAX #9 §2).
  static func isolated(_ text: String) -> String {
    let line = oneLine(text)
    // No letter and no control that matters starts with a lower byte.
    guard line.utf8.contains(where: { $0 >= 0xD6 }) else { return line }
    var kept = String.UnicodeScalarView()
    var isRightToLeft = false
    for scalar in line.unicodeScalars {
      if (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value) { continue }
      if scalar.needsBidi { isRightToLeft = true }
      kept.append(scalar)
    }
    return isRightToLeft ? "\u{2068}\(String(kept))\u{2069}" : String(kept)
  }

  /// What stands beside the bubble's end: the time, and what else there is to say of the message; `shown` says counts.
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
    case "sending"?, "sent"?, "delivered"?, "read"?, "failed"?: break  // These are icons.
    case let status? where !status.isEmpty: words += " · \(Self.isolated(status))"
    default: break
    }
    return words
  }

  /// No name is shown longer than this above a message, where it wraps.
  private static let longestName = 80

  /// Whether a message has anything to say above its content.
  static func hasHeader(_ extras: MessageExtras) -> Bool {
    extras.forwardedFrom != nil || extras.forwardedAt != nil || (extras.role ?? "user") != "user"
      || extras.model != nil || extras.thread != nil || extras.isViewOnce
  }

  /// What stands above a message; `forwarded` is when it was first written.
  func header(
    _ extras: MessageExtras, forwarded: String? = nil, isTurnPart: Bool = false, isGone: Bool = false
  ) -> String {
    var words: [String] = []
    if let name = extras.forwardedFrom {
      let name = Self.isolated(String(name.prefix(Self.longestName)))
      words.append(dated(phrases(.forwardedFrom, .name(name)), forwarded))
    } else if let forwarded {
      words.append(dated(phrases(.forwarded), forwarded))
    }
    if let role = extras.role, role != "user", !isTurnPart {
      words.append(Self.isolated(role).capitalisedFirst)
    }
    if let model = extras.model, !isTurnPart { words.append(Self.isolated(model)) }
    if extras.thread != nil { words.append(phrases(.inThread)) }
    if extras.isViewOnce, !isGone { words.append(phrases(.viewOnce)) }
    return words.joined(separator: " · ")
  }

  /// When a message was to disappear, in the largest unit of which it is a whole number.
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

  /// A sentence, and when it came true where that is known.
  private func dated(_ sentence: String, _ time: String?) -> String {
    time.map { phrases(.withTime, .sentence(sentence), .time($0)) } ?? sentence
  }

  /// Which of several alternatives a message is.
  func branch(_ branch: Relations.Branch, shown: (Int) -> String) -> String {
    phrases(.branch, .number(shown(branch.number)), .total(shown(branch.count)))
  }

  /// The line in place of a message on another branch; `sender` is ``isolated(_:)``.
  func otherBranch(_ branch: Relations.Branch?, sender: String, shown: (Int) -> String) -> String {
    let place = branch.map { self.branch($0, shown: shown) } ?? phrases(.otherBranch)
    return sender.isEmpty ? place : "\(place) · \(sender)"
  }

  /// How many messages answer one in its thread.
  func answers(_ count: Int, shown: String) -> String {
    "\(phrases(.answers, count: count, shown: shown)) ›"
  }

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

  func alt(of attachment: Attachment) -> String {
    attachment.alt ?? attachment.name ?? kind(attachment.kind)
  }

  /// The name of a file, or what kind of file it is where it has none or its name says nothing to people.
  func title(of attachment: Attachment) -> String {
    if let name = attachment.name, !name.isEmpty { return Self.oneLine(name) }
    guard attachment.kind == .file, let path = attachment.path, let name = path.split(separator: "/").last
    else { return kind(attachment.kind) }
    return Self.oneLine(String(name))
  }

  /// Why there is no file.
  func absence(of attachment: Attachment) -> String {
    switch attachment.absence {
    case nil: phrases(.notIncluded)
    case .tooLarge?: phrases(.tooLarge)
    case .unavailable?: phrases(.unavailable)
    case .other(let words)?: words
    }
  }

  /// Duration, type and size, as far as they are known; `stored` is the path of the file in the site.
  static func facts(of attachment: Attachment, stored: String?) -> String {
    let ending = fileEnding(of: attachment.name ?? attachment.path ?? "")
    let type = ending.isEmpty ? fileEnding(of: stored ?? "") : ending
    let facts = [
      attachment.duration.map(clock) ?? "",
      attachment.kind == .file && type != "bin" ? type.uppercased() : "",
      attachment.byteCount.map(size) ?? "",
    ]
    return facts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// What a player is called by those who do not see it.
  func spoken(_ attachment: Attachment) -> String {
    let words = [title(of: attachment), attachment.alt ?? "", attachment.duration.map(Self.clock) ?? ""]
    return words.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// What stands in the corner of a film: that it is a GIF, or how long it is.
  func badge(_ attachment: Attachment) -> String {
    attachment.kind == .gif ? kind(.gif) : attachment.duration.map(Self.clock) ?? ""
  }

  /// The letters and digits behind a name's last dot; empty when there is something else or too much.
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

  /// What is said under a poll's question: how many votes there are, or people where they are counted.
  func poll(_ poll: Poll, votes: Int, shown: String) -> String {
    let count = phrases(poll.voters == nil ? .votes : .voters, count: votes, shown: shown)
    return "\(phrases(poll.isClosed ? .finalResults : .poll)) · \(count)"
  }

  /// An option of a poll; the answer of a quiz is marked.
  static func option(_ option: Poll.Option) -> String { option.isCorrect ? "✓ \(option.text)" : option.text }

  /// An option's votes and its share of all.
  static func share(_ percent: Int, votes: String) -> String { "\(votes) · \(percent)%" }

  /// What kind of call it was and how it ended, in one line.
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
    case "declined"?: phrases(declined)
    case let outcome?: "\(plain), \(Self.isolated(outcome))"
    }
  }

  /// The address of a telephone number: what is dialled of it (RFC 3966), without the marks between digits.
  static func telephone(_ number: String) -> String {
    let dialled = number.unicodeScalars.filter { "0123456789+*#".unicodeScalars.contains($0) }
    return "tel:" + dialled.map { $0 == "#" ? "%23" : String($0) }.joined()
  }

  /// The host of an address, without `www.`; the address itself where no host is to be found in it. One that may be
  /// taken for another is shown as it resolves.
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

  /// What is said of a message that is gone; `name` is who took it back, where that was not its sender, `time` when.
  ///
  /// The name is ``isolated(_:)``.
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

  /// How far a message got, in words.
  func name(of status: FrameStatus.Kind) -> String {
    switch status {
    case .sending: phrases(.sending)
    case .sent: phrases(.sent)
    case .delivered: phrases(.delivered)
    case .read: phrases(.read)
    case .failed: phrases(.notSent)
    }
  }

  func turn(_ part: TurnPart) -> String {
    let kind: Phrase =
      switch part.kind {
      case .thinking: .thinking
      case .toolCall: .toolCall
      case .toolResult: .toolResult
      }
    guard kind != .thinking, let name = part.name else { return phrases(kind) }
    return phrases(.named, .label(phrases(kind)), .name(Self.isolated(name)))
  }

  /// The head of an earlier text, `until` the time when another took its place; `shown` says numbers.
  func version(_ number: Int, until: String?, shown: (Int) -> String) -> String {
    until.map { phrases(.versionUntil, .time($0)) } ?? phrases(.version, .number(shown(number)))
  }

  /// The most names in a list of people: more are no answer to "who?".
  static let namesInList = 30

  /// Names that are ``isolated(_:)``, and how many more there are than names; nothing where there is no name at all.
  func list(_ names: [String], of count: Int, shown: (Int) -> String) -> String {
    if names.count == 1, count <= 1 { return names[0] }
    var list = ""
    list.reserveCapacity(names.reduce(0) { $0 + $1.utf8.count + 2 })
    for place in names.indices {
      if place > 0 { list += ", " }
      list += names[place]
    }
    guard !names.isEmpty, count > names.count else { return list }
    let others = count - names.count
    return phrases(.andOthers, count: others, shown: shown(others), .names(list))
  }

  /// A reaction in its chip; one whose picture is shown needs only its count.
  static func reaction(_ reaction: Reaction, hasPicture: Bool = false) -> String {
    if hasPicture { return reaction.count > 1 ? "\(reaction.count)" : "" }
    return reaction.count > 1 ? "\(isolated(reaction.emoji)) \(reaction.count)" : oneLine(reaction.emoji)
  }

  /// Degrees with five decimals, ≈ 1 m.
  static func coordinates(_ location: Location) -> String {
    "\(degrees(location.latitude)), \(degrees(location.longitude))"
  }

  /// The place as an address (RFC 5870); nil for what is no place on earth.
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

  /// Seconds as `m:ss` or `h:mm:ss`.
  static func clock(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "" }
    let total = Int(seconds.rounded())
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return total < 3_600
      ? "\(total / 60):\(two(total % 60))"
      : "\(total / 3_600):\(two(total / 60 % 60)):\(two(total % 60))"
  }

  /// A number of bytes in decimal units, two significant places.
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
