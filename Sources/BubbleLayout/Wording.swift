import ChatModel
import ICU

/// The words the layout itself puts on a page. English; other languages replace this table.
enum Wording {
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

  static func timeLine(_ time: String, extras: MessageExtras?) -> String {
    guard let extras else { return time }
    var words = time
    if !extras.edits.isEmpty || extras.editedAt != nil { words = "edited \(words)" }
    if extras.isPinned { words = "pinned · \(words)" }
    switch extras.status {
    case "sent"?: words += " ✓"
    case "delivered"?, "read"?: words += " ✓✓"
    case "failed"?: words += " · not sent"
    case let status? where !status.isEmpty: words += " · \(isolated(status))"
    default: break
    }
    return words
  }

  static func header(_ extras: MessageExtras) -> String {
    var words: [String] = []
    if let name = extras.forwardedFrom { words.append("Forwarded from \(isolated(name))") }
    if let role = extras.role, role != "user" { words.append(isolated(role).capitalisedFirst) }
    if let model = extras.model { words.append(isolated(model)) }
    if extras.thread != nil { words.append("in a thread") }
    return words.joined(separator: " · ")
  }

  static func kind(_ kind: Attachment.Kind) -> String {
    switch kind {
    case .image: "Photo"
    case .video: "Video"
    case .audio: "Audio"
    case .voice: "Voice message"
    case .file: "File"
    case .sticker: "Sticker"
    case .gif: "GIF"
    }
  }

  static func alt(of attachment: Attachment) -> String {
    attachment.alt ?? attachment.name ?? kind(attachment.kind)
  }

  static func file(_ attachment: Attachment) -> [String] {
    var facts: [String] = []
    if let duration = attachment.duration { facts.append(clock(duration)) }
    if let count = attachment.byteCount { facts.append(size(count)) }
    let name = attachment.name ?? attachment.path.flatMap { $0.split(separator: "/").last.map(String.init) }
    return [name ?? "", attachment.alt ?? "", facts.joined(separator: " · ")]
  }

  static func missing(_ attachment: Attachment) -> [String] {
    file(attachment) + [attachment.absence ?? "not included"]
  }

  static func callLabel(_ call: Call) -> String {
    let outcome = call.outcome.map { ", \(isolated($0))" } ?? ""
    return (call.medium.isEmpty ? "Call" : "\(isolated(call.medium).capitalisedFirst) call") + outcome
  }

  static func callLines(_ call: Call) -> [String] { [call.duration.map(clock) ?? ""] }

  static func turn(_ part: TurnPart) -> String {
    let name = part.name.map { ": \(isolated($0))" } ?? ""
    return switch part.kind {
    case .thinking: "Thinking"
    case .toolCall: "Tool call\(name)"
    case .toolResult: "Tool result\(name)"
    }
  }

  static func reaction(_ reaction: Reaction) -> String {
    reaction.count > 1 ? "\(isolated(reaction.emoji)) \(reaction.count)" : oneLine(reaction.emoji)
  }

  /// Degrees with five decimals, ≈ 1 m.
  static func coordinates(_ location: Location) -> String {
    "\(degrees(location.latitude)), \(degrees(location.longitude))"
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
