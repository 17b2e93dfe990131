import ChatModel
import ImportKit

/// The people and channels that slackdump recorded, with a reader for each channel that has messages.
final class SlackChannels {
  let people = SlackPeople()
  private let conversion: Conversion
  private let root: InputFolder
  private let files: SlackFiles
  private var facts: [String: JSONValue] = [:]
  private var members: [String: [String]] = [:]
  private var readers: [String: SlackReader] = [:]

  /// `input`: the folder with the files, or a file in it.
  init(_ input: ImportInput, _ conversion: Conversion) {
    (self.conversion, root) = (conversion, input.folder)
    files = SlackFiles(in: input.folder, names: (try? input.folder.files()) ?? [])
    people.avatars = files.avatars
  }

  /// Notes Slack's facts about a channel. If several runs of slackdump have them, the newest counts.
  func add(channel: JSONValue) {
    guard let id = channel["id"]?.identifier else { return }
    facts[id] = channel
    people.add(channel: id, name: channel["name"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? "dm")
  }

  /// Notes the facts about a channel in a search or a file, which may be no more than its id.
  func add(found channel: JSONValue) {
    if let id = channel["id"]?.identifier, facts[id] == nil { add(channel: channel) }
  }

  func add(members ids: [String], of channel: String) { members[channel, default: []] += ids }

  /// Returns the reader of a channel's messages. All facts about people and channels must have been added before.
  func reader(of id: String) -> SlackReader {
    if let reader = readers[id] { return reader }
    let title = facts[id].map { people.title(of: $0, members: members[id] ?? []) } ?? id
    let builder = conversion.slackConversation(id, title: title, root: root)
    let reader = SlackReader(builder, people, files, folder: "")
    readers[id] = reader
    return reader
  }
}
