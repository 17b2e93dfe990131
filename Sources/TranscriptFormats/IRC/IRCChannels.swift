import ChatModel
import ICU
import ImportKit

/// Log files sorted out by channel.
struct IRCChannels {
  /// True if a zone had to be assumed for some times.
  private(set) var needsZone = false
  private let zone: TimeZoneRules
  private var channels: [Channel] = []
  private var indexes: [String: Int] = [:]

  private struct Channel {
    var name: LogFileName
    var isChannel = false
    var files: [IRCChannel.LogFile] = []
    var bridges = BridgedNicks()
    var dateStyle = DateStyle()
  }

  init(zone: TimeZoneRules) { self.zone = zone }

  /// Adds a file to the channel named in its path; `isWholeInput` keeps it open.
  mutating func add(
    _ file: ImportInput, _ bytes: InputBytes, detector: LogDetector, isWholeInput: Bool = false
  ) {
    let name = LogFileName(path: file.namePath)
    let index = indexes[name.group] ?? channels.count
    if index == channels.count {
      channels.append(Channel(name: name))
      indexes[name.group] = index
    }
    channels[index].files.append(
      IRCChannel.LogFile(
        path: file.path, folder: file.folder, file: file.name, name: name,
        bytes: isWholeInput ? bytes : nil))
    channels[index].bridges.count(bytes)
    if channels[index].dateStyle.has24Hours == nil { channels[index].dateStyle = Self.dateStyle(of: bytes) }
    channels[index].isChannel = channels[index].isChannel || detector.isChannel
    needsZone = needsZone || detector.needsZone
  }

  /// The clock of the first lines with a time: of twelve hours only if they say which half of the day it is.
  private static func dateStyle(of bytes: InputBytes) -> DateStyle {
    for line in LogSample(bytes, from: LogLines.start(of: bytes)) {
      let (time, next) = LogTimeParser.time(in: bytes, from: line.lowerBound, to: line.upperBound)
      guard time != .none else { continue }
      var style = WrittenTime.style(bytes.repairedString(in: line.lowerBound..<next))
      style.isDayFirst = nil
      return style
    }
    return DateStyle()
  }

  /// Returns the channels in order of their paths, each with its files by date and then by name. `charset` is the encoding that the
  /// user named.
  func sorted(charset: String?) -> [IRCChannel] {
    let shared = Dictionary(grouping: channels.map(\.name), by: \.channel)
      .filter { $0.value.count > 1 }.mapValues { Self.commonFolders(of: $0.map(\.group)) }
    return channels.sorted { Self.precedes($0.name.group, $1.name.group) }.map { channel in
      let name = channel.name.channel.isEmpty ? "irc" : channel.name.channel
      let network = shared[channel.name.channel].map { Self.path(channel.name.group, without: $0) }
      let files = channel.files.sorted {
        let (a, b) = ($0.name.date?.daysSince1970 ?? .min, $1.name.date?.daysSince1970 ?? .min)
        return a == b ? Self.precedes($0.path, $1.path) : a < b
      }
      var bridges = channel.bridges
      bridges.finish()
      return IRCChannel(
        id: network ?? name,
        title: Self.title(name, isChannel: channel.isChannel) + (network.map { " (\($0))" } ?? ""),
        group: channel.name.group, dateStyle: channel.dateStyle, files: files, zone: zone, charset: charset,
        bridges: bridges)
    }
  }

  /// Returns the number of folders that the paths of all groups begin with. They say nothing about a chat.
  private static func commonFolders(of groups: [String]) -> Int {
    let paths = groups.map { $0.utf8.split(separator: UInt8(ascii: "/")) }
    let shortest = paths.map(\.count).min() ?? 0
    var common = 0
    while common + 1 < shortest, paths.allSatisfy({ $0[common].elementsEqual(paths[0][common]) }) {
      common += 1
    }
    return common
  }

  /// Returns a group's path without its first folders, which distinguishes it from other groups with the same channel: `libera/#tea`.
  private static func path(_ group: String, without common: Int) -> String {
    group.utf8.split(separator: UInt8(ascii: "/")).dropFirst(common)
      .map { String(Substring($0)) }.joined(separator: "/")
  }

  /// `#tea` for a channel whose file is called `tea`; a private chat keeps the other person's name.
  private static func title(_ name: String, isChannel: Bool) -> String {
    guard isChannel, let first = name.utf8.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "&"),
      !name.utf8.contains(0x20)
    else { return name }
    return "#" + name
  }

  private static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}
