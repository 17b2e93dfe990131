#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The rules of one time zone in the system's compiled zone file (TZif, RFC 9636).
///
/// ICU brings rules of its own, as old as the library; systems renew their zone files after every change of a country's law.
struct ZoneFile: Sendable {
  /// The offsets the zone has changed to, in order of time.
  private struct Transition {
    /// Seconds since 1970 UTC.
    var instant: Int64
    /// Seconds east of Greenwich after it.
    var offset: Int64
  }

  private var transitions: [Transition] = []
  /// The offset before the first transition.
  private var first: Int64
  /// The rule for all time after the last transition; nil if the last offset stays.
  private var rule: ZoneRule?

  /// Parses the contents of a zone file, of version 2 or later; nil if they are damaged or of version 1.
  init?(_ bytes: [UInt8]) {
    // A block for 32-bit programs comes first, then the one with 64-bit times, then the rule for the future as text.
    guard let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2") else { return nil }
    let start = Header.size + old.dataSize(timeSize: 4)
    guard let header = Header(bytes, at: start) else { return nil }
    let times = start + Header.size
    let types = times + header.timeCount * 8
    let records = types + header.timeCount
    let end = times + header.dataSize(timeSize: 8)
    guard end <= bytes.count, header.typeCount > 0 else { return nil }
    func offset(ofType type: Int) -> Int64? {
      guard type < header.typeCount else { return nil }
      return Int64(Int32(truncatingIfNeeded: Self.integer(bytes, at: records + type * 6, size: 4)))
    }
    guard let first = offset(ofType: 0) else { return nil }
    self.first = first
    for index in 0..<header.timeCount {
      guard let offset = offset(ofType: Int(bytes[types + index])) else { return nil }
      let instant = Self.integer(bytes, at: times + index * 8, size: 8)
      guard instant > transitions.last?.instant ?? .min else { return nil }
      transitions.append(Transition(instant: instant, offset: offset))
    }
    if end < bytes.count, bytes[end] == 10, let newline = bytes[(end + 1)...].firstIndex(of: 10) {
      rule = ZoneRule(String(decoding: bytes[(end + 1)..<newline], as: UTF8.self))
    }
  }

  /// Returns the longest stretch of one offset around an instant in the file, in seconds since 1970 UTC.
  func interval(at instant: Int64) -> TimeZoneRules.Interval {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else {
      return TimeZoneRules.Interval(start: .min, end: transitions.first?.instant ?? .max, offset: first)
    }
    let own = transitions[low - 1]
    if low < transitions.count {
      return TimeZoneRules.Interval(start: own.instant, end: transitions[low].instant, offset: own.offset)
    }
    guard let rule else { return TimeZoneRules.Interval(start: own.instant, end: .max, offset: own.offset) }
    var interval = rule.interval(at: instant)
    interval.start = max(interval.start, own.instant)
    return interval
  }

  /// The header of a block: six counts after a magic number, a version and reserved bytes (RFC 9636 §3.1).
  private struct Header {
    static let size = 44
    var version: UInt8
    var timeCount: Int
    var typeCount: Int
    private var others: Int
    private var leapCount: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start >= 0, bytes.count >= start + Self.size, bytes[start..<start + 4].elementsEqual("TZif".utf8)
      else {
        return nil
      }
      version = bytes[start + 4]
      func count(_ index: Int) -> Int {
        Int(ZoneFile.integer(bytes, at: start + 20 + index * 4, size: 4) & 0xFFFF_FFFF)
      }
      let (isUTC, isStandard, leap, time, type, letters) = (
        count(0), count(1), count(2), count(3), count(4), count(5)
      )
      guard [isUTC, isStandard, leap, time, type, letters].allSatisfy({ $0 <= bytes.count }) else {
        return nil
      }
      (timeCount, typeCount, leapCount, others) = (time, type, leap, letters + isUTC + isStandard)
    }

    /// The bytes that follow the header, with times of this many bytes.
    func dataSize(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + leapCount * (timeSize + 4) + others
    }
  }

  /// A big-endian signed number of 4 or 8 bytes.
  private static func integer(_ bytes: [UInt8], at start: Int, size: Int) -> Int64 {
    var value: UInt64 = 0
    for index in start..<start + size { value = value << 8 | UInt64(bytes[index]) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }
}

/// The system's zone files and their edition.
enum ZoneFiles {
  /// Linux keeps them at the first path, macOS renews them at the second.
  private static let folders = ["/var/db/timezone/zoneinfo", "/usr/share/zoneinfo"]

  /// The folder in the environment variable `TZDIR`, as for the C library, and its edition, which is empty if not given. Its rules
  /// override all others.
  static let chosen: (folder: String, edition: String)? = {
    var isFolder = false
    guard let folder = ProcessInfo.processInfo.environment["TZDIR"], !folder.isEmpty,
      FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder
    else { return nil }
    return (folder, edition(of: folder) ?? "")
  }()

  /// The folder with zone files and the edition given in it, such as "2025b"; nil if there is none.
  static let database: (folder: String, edition: String)? = folders.lazy.compactMap { folder in
    edition(of: folder).map { (folder, $0) }
  }.first

  private static func edition(of folder: String) -> String? {
    for (name, prefix) in [("tzdata.zi", "# version "), ("+VERSION", "")] {
      guard let text = contents(folder + "/" + name),
        let line = text.split(separator: "\n", maxSplits: 1).first, line.hasPrefix(prefix)
      else { continue }
      return line.dropFirst(prefix.count).split(separator: " ").first.map(String.init)
    }
    return nil
  }

  /// True if the database lists `identifier` as a zone or an alias of one.
  ///
  /// For names newer than ICU. `tzdata.zi` has a line `Z name …` for a zone, `L target name` for an alias.
  static func lists(_ identifier: String) -> Bool {
    if chosenZone(identifier) != nil { return true }
    guard let database, let text = contents(database.folder + "/tzdata.zi") else { return false }
    return text.split(separator: "\n").contains { line in
      guard line.hasPrefix("Z ") || line.hasPrefix("L ") else { return false }
      let fields = line.split(separator: " ", maxSplits: 3)
      return fields.count > 2 && fields[line.hasPrefix("Z ") ? 1 : 2] == identifier[...]
    }
  }

  /// Returns the rules of a zone whose name was found valid; nil if the system has no file for it.
  static func zone(_ identifier: String) -> ZoneFile? {
    database.flatMap { zone(identifier, in: $0.folder) }
  }

  /// Returns the rules of a zone in the folder of `TZDIR`; nil if there are none, or the name is not a path below it.
  static func chosenZone(_ identifier: String) -> ZoneFile? {
    guard let chosen, !identifier.hasPrefix("/"), !identifier.contains(".") else { return nil }
    return zone(identifier, in: chosen.folder)
  }

  private static func zone(_ identifier: String, in folder: String) -> ZoneFile? {
    (try? Data(contentsOf: URL(filePath: folder + "/" + identifier))).flatMap { ZoneFile(Array($0)) }
  }

  private static func contents(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
  }
}
