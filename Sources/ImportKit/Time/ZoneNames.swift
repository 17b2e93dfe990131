package import ChatModel
import ICU

/// The meanings of the names of zones in an export, such as `MEZ`, and the words beside its clocks. Remembers unknown names and
/// those whose meaning had to be chosen.
///
/// The meaning of an ambiguous name, such as `IST`, is chosen by, in this order: the user's zone, if it has the name at that time; the
/// script and order of the date; the zones that have the name at that time, for example London with `BST` only in summer; and the first
/// in the table, with a note.
package final class ZoneNames {
  /// The zone that the user gave.
  private var userRules: TimeZoneRules?
  private var rules: [String: TimeZoneRules] = [:]
  /// Unknown names, and names whose meaning was chosen, with their minutes; sorted when reported.
  private var unknown: Set<String> = []
  private var chosen: [String: Int] = [:]
  /// The names already reported.
  private var reported: Set<String> = []
  /// The words beside the clocks of the current file.
  private var halves = UnknownHalves()

  /// The meanings of names in an export, with the user's zone `zone`.
  package init(userZone zone: String? = nil) { userRules = zone.flatMap { TimeZoneRules(identifier: $0) } }

  /// True if the name has a meaning.
  package static func knows(_ name: String) -> Bool { offsets[name] != nil || choices[name] != nil }

  /// Returns the time of a clock in a zone. Without a known zone it remains a clock's time.
  ///
  /// `milliseconds` are since 1970 as if the clock showed UTC. `line` is the whole time as it is written.
  package func timestamp(_ milliseconds: Int64, _ zone: WrittenZone?, in line: String) -> Timestamp {
    let minutes: Int? =
      switch zone {
      case nil: nil
      case .offset(let minutes): minutes
      case .named(let name): meaning(of: name, at: milliseconds, in: line)
      }
    return minutes.map { .instant(milliseconds &- Int64($0) &* 60_000) } ?? .wallClock(milliseconds)
  }

  /// Returns the milliseconds that a written time names, like ``WrittenTime/milliseconds(_:order:)``.
  package func milliseconds(_ text: String, order: DateOrder?) -> Int64? {
    WrittenTime.milliseconds(text, order: order, &halves)
  }

  /// Reports, once each, names that are unknown or whose meaning was chosen, and the words beside a file's clocks that may mean PM.
  package func report(in file: String, to log: inout DiagnosticLog) {
    if let warning = halves.warning(in: file) { log.append(warning) }
    halves = UnknownHalves()
    for name in unknown.sorted() where reported.insert(name).inserted {
      log.append(
        Diagnostic(
          .warning, "unknown-zone",
          "the time zone '\(name.prefix(40))' is not known; its times are read like times without one, "
            + "set --time-zone to change them", at: Origin(file: file)))
    }
    for (name, minutes) in chosen.sorted(by: { $0.key < $1.key }) where reported.insert(name).inserted {
      log.append(
        Diagnostic(
          .note, "assumed-zone-name",
          "'\(name)' is the name of several time zones; \(Self.words(ofOffset: minutes)) is assumed, "
            + "set --time-zone to one of the others to change it", at: Origin(file: file)))
    }
  }

  private static func words(ofOffset minutes: Int) -> String {
    let (hour, minute) = (abs(minutes) / 60, abs(minutes) % 60)
    return "UTC\(minutes < 0 ? "-" : "+")\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  /// Returns the minutes east of Greenwich for a name, or nil if it is unknown.
  private func meaning(of name: String, at milliseconds: Int64, in line: String) -> Int? {
    if let minutes = Self.offsets[name] { return minutes }
    guard let choices = Self.choices[name] else {
      unknown.insert(name)
      return nil
    }
    let seconds = milliseconds / 1000
    for choice in choices where userRules?.has(choice.minutes, at: seconds) == true { return choice.minutes }
    if let minutes = Self.meaning(of: name, byWriting: line) { return minutes }
    let possible = choices.filter { has($0, at: seconds) }
    guard let first = possible.first ?? choices.first else { return nil }
    if possible.count != 1 { chosen[name] = chosen[name] ?? first.minutes }
    return first.minutes
  }

  /// Returns the minutes for a name whose country is evident from the date's script or order, or nil.
  private static func meaning(of name: String, byWriting line: String) -> Int? {
    switch name {
    // `2026年6月19日 12:23:08 CST`, `2026/6/19 …`; `2026-06-19` is Canada's order too.
    case "CST" where isYearFirst(line) && !line.utf8.contains(UInt8(ascii: "-")): 480
    case "IST" where line.unicodeScalars.contains { 0x590...0x5FF ~= $0.value }: 120
    case "IST" where line.unicodeScalars.contains { 0x900...0xD7F ~= $0.value }: 330
    case "AST" where line.unicodeScalars.contains { 0x600...0x6FF ~= $0.value }: 180
    default: nil
    }
  }

  /// True for `2026年9月2日` and `2026/9/2`.
  private static func isYearFirst(_ line: String) -> Bool {
    line.unicodeScalars.drop { WrittenTime.digit($0) == nil }.prefix { WrittenTime.digit($0) != nil }.count
      == 4
  }

  /// True if a meaning's zone has its offset at a time of its clock.
  private func has(_ choice: Meaning, at seconds: Int64) -> Bool {
    if rules[choice.zone] == nil { rules[choice.zone] = TimeZoneRules(identifier: choice.zone) }
    return rules[choice.zone]?.has(choice.minutes, at: seconds) ?? true
  }

  // MARK: Tables

  /// A zone that uses a name, with its minutes east of Greenwich then.
  private struct Meaning {
    var minutes: Int
    var zone: String
    init(_ minutes: Int, _ zone: String) { (self.minutes, self.zone) = (minutes, zone) }
  }

  /// Names with several meanings, the most common first. For a zone with summer time, a neighbour without it may serve.
  ///
  /// Sources: the time zone database 2026a, CLDR 48, and for Brazil, Bangladesh, Malaysia and Australia the usage there.
  private static let choices: [String: [Meaning]] = [
    "AMT": [Meaning(240, "Asia/Yerevan"), Meaning(-240, "America/Manaus")],
    "ALMT": [Meaning(300, "Asia/Almaty"), Meaning(360, "Asia/Almaty")],
    "AST": [Meaning(-240, "America/Puerto_Rico"), Meaning(180, "Asia/Riyadh")],
    "BST": [Meaning(60, "Europe/London"), Meaning(360, "Asia/Dhaka")],
    "CDT": [Meaning(-300, "America/Chicago"), Meaning(-240, "America/Havana")],
    "CST": [
      Meaning(-360, "America/Costa_Rica"), Meaning(480, "Asia/Shanghai"), Meaning(-300, "America/Havana"),
    ],
    "EDT": [Meaning(-240, "America/New_York"), Meaning(660, "Australia/Sydney")],
    "EST": [Meaning(-300, "America/Jamaica"), Meaning(600, "Australia/Brisbane")],
    "GST": [Meaning(240, "Asia/Dubai"), Meaning(-120, "Atlantic/South_Georgia")],
    "IST": [Meaning(330, "Asia/Kolkata"), Meaning(120, "Asia/Jerusalem"), Meaning(60, "Europe/Dublin")],
    "MSK": [Meaning(180, "Europe/Moscow"), Meaning(240, "Europe/Moscow")],
    "MST": [Meaning(-420, "America/Phoenix"), Meaning(480, "Asia/Kuala_Lumpur")],
    "PST": [Meaning(-480, "America/Los_Angeles"), Meaning(480, "Asia/Manila")],
    "PYT": [Meaning(-180, "America/Asuncion"), Meaning(-240, "America/Asuncion")],
    "SST": [Meaning(-660, "Pacific/Pago_Pago"), Meaning(480, "Asia/Singapore")],
    "TRT": [Meaning(180, "Europe/Istanbul"), Meaning(120, "Europe/Istanbul")],
    "VET": [Meaning(-240, "America/Caracas"), Meaning(-270, "America/Caracas")],
    "WST": [Meaning(480, "Australia/Perth"), Meaning(780, "Pacific/Apia")],
    "МСК": [Meaning(180, "Europe/Moscow"), Meaning(240, "Europe/Moscow")],
  ]

  /// Names with one meaning, in minutes east of Greenwich.
  private static let offsets: [String: Int] = [
    "Z": 0, "UTC": 0, "GMT": 0,
    // Europe; the German names are used by German phones and browsers.
    "WET": 0, "WEZ": 0, "WEST": 60, "WESZ": 60, "CET": 60, "MET": 60, "MEZ": 60, "CEST": 120, "MEST": 120,
    "MESZ": 120, "EET": 120, "OEZ": 120, "EEST": 180, "OESZ": 180, "MSD": 240, "SAMT": 240,
    "AZOT": -60, "AZOST": 0, "EGT": -60, "EGST": 0,
    // Africa and its islands.
    "WAT": 60, "CAT": 120, "SAST": 120, "EAT": 180, "MUT": 240, "RET": 240, "SCT": 240, "CVT": -60,
    // Asia.
    "IDT": 180, "IRST": 210, "IRDT": 270, "AZT": 240, "GET": 240, "AFT": 270, "PKT": 300, "PKST": 360,
    "UZT": 300, "TJT": 300, "TMT": 300, "MVT": 300, "YEKT": 300, "NPT": 345, "BDT": 360, "BTT": 360,
    "KGT": 360,
    "OMST": 360, "MMT": 390, "ICT": 420, "WIB": 420, "KRAT": 420, "NOVT": 420, "HOVT": 420, "WITA": 480,
    "PHT": 480, "PHST": 480, "MYT": 480, "SGT": 480, "HKT": 480, "IRKT": 480, "ULAT": 480, "WIT": 540,
    "JST": 540, "KST": 540, "YAKT": 540, "VLAT": 600, "MAGT": 660, "PETT": 720, "台北標準時間": 480,
    "中國標準時間": 480, "中国标准时间": 480, "香港標準時間": 480, "日本標準時": 540, "日本標準時間": 540,
    // Australia and the Pacific.
    "AWST": 480, "AWDT": 540, "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660, "LHST": 630, "ChST": 600,
    "CHST": 600, "NZST": 720, "NZDT": 780, "FJT": 720, "TOT": 780, "HST": -600, "HDT": -540,
    // America; the names with H are used in French Canada.
    "NST": -210, "NDT": -150, "ADT": -180, "MDT": -360, "PDT": -420, "AKST": -540, "AKDT": -480,
    "HNT": -210, "HAT": -150, "HNA": -240, "HAA": -180, "HNE": -300, "HAE": -240, "HNC": -360, "HAC": -300,
    "HNR": -420, "HAR": -360, "HNP": -480, "HAP": -420, "BRT": -180, "BRST": -120, "ART": -180, "UYT": -180,
    "UYST": -120, "CLT": -240, "CLST": -180, "PYST": -180, "FKST": -180, "GFT": -180, "SRT": -180,
    "BOT": -240,
    "GYT": -240, "PMST": -180, "PMDT": -120, "AMST": -180, "COT": -300, "PET": -300, "ECT": -300,
    "GALT": -360,
  ]
}

extension TimeZoneRules {
  /// True if the zone is `minutes` east of Greenwich when its clocks show `seconds`.
  fileprivate mutating func has(_ minutes: Int, at seconds: Int64) -> Bool {
    offset(atUTC: seconds &- Int64(minutes) &* 60) == Int64(minutes) * 60
  }
}
