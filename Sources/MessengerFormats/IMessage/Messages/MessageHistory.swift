import ChatModel
import ImportKit

/// The edits, retractions and translation of a message, from `message_summary_info`.
///
/// `ec` has for each part of the body all its versions, the current one included, with their times; `rp` lists the parts that were
/// unsent, `otr` all that there were. `tmp` is a keyed archive with translations by part, since macOS 26: for each part the member `0`,
/// a list of `translatedText`, `translationLanguage`, `sourceLanguage`.
struct MessageHistory {
  /// The earlier texts, oldest first.
  private(set) var edits: [MessageExtras.Edit] = []
  /// The text of the newest versions, for a message whose body is missing.
  private(set) var newest: MessageBody?
  /// The number of parts that were unsent.
  private(set) var retractedCount = 0
  /// The number of original parts, or 0.
  private(set) var partCount = 0

  /// The text in the reader's language, if the device translated it.
  private(set) var translation: String?

  /// True if all parts were unsent.
  var isRetracted: Bool { retractedCount > 0 && retractedCount >= partCount }

  init() {}

  init(_ summary: [UInt8]) {
    guard let list = BinaryPropertyList(summary) else { return }
    if let archive = list.member("tmp", of: list.root), case .data(let range) = list.value(archive) {
      translation = Self.translation(in: Array(list.bytes[range]))
    }
    if let parts = list.member("rp", of: list.root), case .array(let parts) = list.value(parts) {
      retractedCount = parts.count
    }
    if let parts = list.member("otr", of: list.root), case .dictionary(let parts) = list.value(parts) {
      partCount = parts.count
    }
    guard let parts = list.member("ec", of: list.root), case .dictionary(let members) = list.value(parts)
    else { return }
    for (_, versions) in members.sorted(by: { list.text($0.key) < list.text($1.key) }) {
      if case .array(let versions) = list.value(versions) { read(versions, list) }
    }
    edits.sort { ($0.instant?.milliseconds ?? 0) < ($1.instant?.milliseconds ?? 0) }
  }

  /// Returns the translations of all parts, a line each.
  private static func translation(in archive: [UInt8]) -> String? {
    guard let root = KeyedArchive(archive)?.root else { return nil }
    let texts = (0..<partLimit).flatMap { part in
      (root["\(part)"]?["0"]?.elements ?? []).compactMap { $0["translatedText"]?.text }
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  /// The most parts of a message that are read.
  private static let partLimit = 100

  private mutating func read(_ versions: [Int], _ list: BinaryPropertyList) {
    let texts = versions.map { (body: list.body(of: $0), time: list.time(of: $0)) }
    for (version, next) in zip(texts, texts.dropFirst()) {
      guard let body = version.body else { continue }
      // A text was replaced when the next one was written.
      edits.append(MessageExtras.Edit(instant: next.time, text: body.text.string))
    }
    if newest == nil { newest = texts.last?.body }
  }
}

extension BinaryPropertyList {
  fileprivate func text(_ number: Int) -> String {
    if case .text(let text) = value(number) { text } else { "" }
  }

  fileprivate func body(of version: Int) -> MessageBody? {
    guard let data = member("t", of: version), case .data(let range) = value(data) else { return nil }
    return MessageBody(attributed: Array(bytes[range]))
  }

  fileprivate func time(of version: Int) -> Instant? {
    guard let time = member("d", of: version) else { return nil }
    switch value(time) {
    case .real(let seconds): return AppleTime.instant(ofSeconds: seconds)
    case .integer(let value): return AppleTime.instant(value)
    default: return nil
    }
  }
}

/// Times since 2001-01-01T00:00:00Z.
enum AppleTime {
  /// 2001-01-01 in milliseconds since 1970.
  private static let start: Int64 = 978_307_200_000

  /// The instant of a column: nanoseconds since macOS 10.13, before that seconds. Nil for 0, which means none, and for times before.
  static func instant(_ value: Int64) -> Instant? {
    guard value > 0 else { return nil }
    // Seconds would be in the year 5138.
    let milliseconds = value.magnitude > 100_000_000_000 ? value / 1_000_000 : value &* 1000
    return Instant(milliseconds: milliseconds &+ start)
  }

  static func instant(ofSeconds seconds: Double) -> Instant? {
    guard seconds.magnitude < 1e15 else { return nil }
    if seconds.magnitude > 1e11 { return instant(Int64(seconds)) }
    return Int64(exactly: (seconds * 1000).rounded()).map { Instant(milliseconds: $0 &+ start) }
  }
}
