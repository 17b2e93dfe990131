import ChatModel
import ImportKit

/// A workspace's export: its lists of people and channels, and the folders with their days.
struct SlackExport {
  private static let lists = [
    "channels.json", "groups.json", "dms.json", "mpims.json", "file_conversations.json",
  ]
  /// Lists of documents whose contents are not in the export.
  private static let documents = ["canvases.json", "lists.json", "huddle_transcripts.json"]
  /// The list of a channel's own canvas, in the channel's folder.
  private static let channelCanvas = "canvas_in_the_conversation.json"
  private static let people = ["users.json", "org_users.json"]

  private let input: ImportInput
  private let people = SlackPeople()
  private let files: SlackFiles
  /// The facts of channels in the lists, by the paths of their folders.
  private var channels: [String: ListedChannel] = [:]

  private struct ListedChannel {
    var id: String
    var title: String
    /// The ids of its pinned messages.
    var pins: [String] = []
  }

  /// True if a folder has a list of channels or people, and messages of a day in a folder.
  static func isExport(_ input: ImportInput) -> Bool {
    guard input.files.contains(where: { isList($0, lists + people) }),
      let day = input.files.first(where: { dayFolder($0) != nil }),
      let bytes = try? input.folder.bytes(of: day)
    else { return false }
    // The first day may be empty.
    return SlackFiles.isMessages(bytes) || bytes.count < 8 && bytes.count > 1 && bytes[0] == UInt8(ascii: "[")
  }

  /// True if a path is one of the lists: in the export's folder or, for an Enterprise Grid, in a team's.
  private static func isList(_ path: String, _ names: [String]) -> Bool {
    let steps = path.split(separator: "/")
    return steps.last.map { names.contains(String($0)) } ?? false
      && (steps.count == 1 || steps.count == 3 && steps[0] == "teams")
  }

  /// The beginning of the names of conversations about a canvas or list: `FC:F0ABC:Plan`.
  private static let commentsPrefix = "FC:"

  /// The folder of a day's messages, or nil for other files.
  private static func dayFolder(_ path: String) -> String? {
    let steps = path.split(separator: "/")
    let start = steps.first == "teams" ? 2 : 0
    // The title of a canvas may have slashes in it.
    guard let last = steps.last, SlackFiles.isDay(last),
      steps.count == start + 2 || steps.count > start + 2 && steps[start].hasPrefix(commentsPrefix)
    else { return nil }
    return steps.dropLast().joined(separator: "/")
  }

  init(_ input: ImportInput, log: inout DiagnosticLog) throws(ImportError) {
    self.input = input
    files = SlackFiles(in: input.folder, names: input.files)
    people.avatars = files.avatars
    people.forEachMessage = Self.messages(of: input)
    for path in input.files where Self.isList(path, Self.people) {
      for user in elements(path, &log) { people.add(user: user) }
    }
    for path in input.files where Self.isList(path, Self.lists) {
      let prefix = path.split(separator: "/").dropLast().joined(separator: "/")
      for channel in elements(path, &log) { add(channel, prefix) }
    }
    for path in input.files
    where Self.isList(path, Self.documents) || path.hasSuffix("/\(Self.channelCanvas)") {
      // A list without documents contains an empty text.
      let count = elements(path, &log).count(where: \.isObject)
      guard count > 0 else { continue }
      log.append(
        Diagnostic(
          .note, "documents-not-included",
          count == 1
            ? "the content of the document listed is not in the export"
            : "the contents of the \(count) documents listed are not in the export",
          at: Origin(file: input.folder.path(of: path))))
    }
  }

  /// Returns a function that calls its argument with each message that has its sender's profile.
  private static func messages(of input: ImportInput) -> (_ body: (JSONValue) -> Void) -> Void {
    { body in
      for path in input.files where dayFolder(path) != nil {
        // Problems are reported when the messages are read to be shown.
        if let file = (try? input.file(named: path)).flatMap({ JSONFile($0, isCounted: false) }) {
          file.forEachProfile(in: nil, body)
        }
      }
    }
  }

  private mutating func add(_ channel: JSONValue, _ prefix: String) {
    guard let id = channel["id"]?.identifier else { return }
    let name = channel["name"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    var title = people.title(
      of: channel, members: (channel["members"]?.elements ?? []).compactMap(\.identifier))
    if name?.hasPrefix(Self.commentsPrefix) ?? false {
      title = title.split(separator: ":", maxSplits: 2).last.map(String.init) ?? title
    }
    people.add(channel: id, name: name ?? "dm")
    if let team = prefix.split(separator: "/").last { title += " (\(team))" }
    let pins = (channel["pins"]?.elements ?? []).compactMap { $0["id"]?.text }
    for folder in [name, id] {
      if let folder {
        channels[prefix.isEmpty ? folder : "\(prefix)/\(folder)"] = ListedChannel(
          id: id, title: title, pins: pins)
      }
    }
  }

  /// Returns the elements of a list; none, with a warning, if it cannot be read.
  private func elements(_ path: String, _ log: inout DiagnosticLog) -> [JSONValue] {
    do throws(ImportError) {
      guard let file = JSONFile(try input.file(named: path)) else { return [] }
      return try file.documentOrPart(log: &log).elements
    } catch {
      log.append(
        Diagnostic(
          .warning, "unreadable-list", "\(error.message); names are missing",
          at: Origin(file: input.folder.path(of: path))))
      return []
    }
  }

  func convert(to conversion: Conversion, log: inout DiagnosticLog) throws(ImportError) {
    var reader: SlackReader?
    var folder = ""
    // In byte order all days of a folder are together, the oldest first.
    for path in input.files {
      guard let next = Self.dayFolder(path) else { continue }
      do throws(ImportError) {
        guard let file = JSONFile(try input.file(named: path)) else { continue }
        if reader == nil || next != folder {
          folder = next
          let name = String(next.split(separator: "/").last ?? "")
          let channel = channels[next] ?? ListedChannel(id: name, title: name)
          let builder = conversion.slackConversation(channel.id, title: channel.title, root: input.folder)
          for pin in channel.pins { builder.amend(pin, .pin) }
          reader = SlackReader(builder, people, files, folder: next, file)
        }
        reader?.file = file
        try reader?.read(nil, log: &log)
      } catch {
        log.append(
          Diagnostic(
            .loss, "unreadable-day", "\(error.message); its messages are missing",
            at: Origin(file: input.folder.path(of: path))))
      }
    }
  }
}
