import ChatModel
import ImportKit

/// The people, channels and emoji of an organization, and the files of its export.
final class ZulipRealm {
  /// A place that messages are sent to.
  enum Recipient {
    case person(Int64)
    case channel(String)
    case group([Int64])
  }
  let folder: InputFolder
  private(set) var people: [Int64: String] = [:]
  private(set) var recipients: [Int64: Recipient] = [:]
  /// The paths of an organization's own emoji by their names.
  private(set) var emoji: [String: String] = [:]
  /// The names of files by their paths, which their addresses have.
  private(set) var files: [String: String] = [:]
  /// Reactions that converters put here instead of beside the messages.
  private(set) var reactions: [Int64: [JSONValue]] = [:]

  /// Reads the export's folder, or the folder of a list of messages.
  init(_ input: ImportInput, _ log: inout DiagnosticLog) {
    folder = input.folder
    for table in ["zerver_userprofile", "zerver_userprofile_crossrealm", "zerver_userprofile_mirrordummy"] {
      forEachRow(of: table, in: "realm.json", &log) { row in
        guard let id = row["id"]?.integer else { return }
        let name = row["full_name"]?.text.flatMap { $0.isBlank ? nil : $0 }
        people[id] = name ?? row["delivery_email"]?.text ?? row["email"]?.text
      }
    }
    readRecipients(&log)
    for (table, name) in [("zerver_realmemoji", "realm.json"), (nil, "emoji/records.json")]
      as [(String?, String)]
    {
      forEachRow(of: table, in: name, &log) { row in
        guard let name = row["name"]?.text, let path = row["path"]?.text ?? row["file_name"]?.text else {
          return
        }
        emoji[name] = "emoji/\(path)"
      }
    }
    forEachRow(of: "zerver_attachment", in: "attachment.json", &log) { row in
      if let path = row["path_id"]?.text, let name = row["file_name"]?.text { files[path] = name }
    }
    forEachRow(of: "zerver_reaction", in: "realm.json", &log) { row in
      if let message = row["message"]?.integer { reactions[message, default: []].append(row) }
    }
  }

  private func readRecipients(_ log: inout DiagnosticLog) {
    var channels: [Int64: String] = [:]
    forEachRow(of: "zerver_stream", in: "realm.json", &log) { row in
      if let id = row["id"]?.integer { channels[id] = row["name"]?.text }
    }
    var groups: Set<Int64> = []
    forEachRow(of: "zerver_recipient", in: "realm.json", &log) { row in
      guard let id = row["id"]?.integer, let target = row["type_id"]?.integer else { return }
      switch row["type"]?.integer {
      case 1: recipients[id] = .person(target)
      case 2: recipients[id] = .channel(channels[target] ?? "#\(target)")
      case 3:
        recipients[id] = .group([])
        groups.insert(id)
      default: break
      }
    }
    forEachRow(of: "zerver_subscription", in: "realm.json", &log) { row in
      guard let recipient = row["recipient"]?.integer, groups.contains(recipient),
        let person = row["user_profile"]?.integer,
        case .group(let members)? = recipients[recipient]
      else { return }
      recipients[recipient] = .group(members + [person])
    }
  }

  /// The organization's facts, read whole; null if there are too many to keep in memory, or none.
  private lazy var facts: JSONValue = {
    guard let json = file(named: "realm.json"), json.bytes.count <= Self.sizeLimit else { return .null }
    return (try? json.document()) ?? .null
  }()
  /// The most bytes of facts that are kept in memory. Of more, each table is searched for by itself.
  private static let sizeLimit = 32 << 20

  private func file(named name: String) -> JSONFile? {
    guard folder.has(name), let bytes = try? folder.bytes(of: name) else { return nil }
    return JSONFile(ImportInput(path: folder.path(of: name), bytes, in: folder))
  }

  /// Calls `body` with each row of a table, or of a list that is the whole file.
  private func forEachRow(
    of table: String?, in name: String, _ log: inout DiagnosticLog, _ body: (JSONValue) -> Void
  ) {
    if name == "realm.json", let table, facts.isObject {
      for row in facts[table]?.elements ?? [] { body(row) }
      return
    }
    guard let json = file(named: name) else { return }
    do throws(ImportError) {
      try (name == "realm.json" ? json.uncounted : json).forEachElement(of: table, log: &log) {
        value, _, _, _ in
        body(value)
      }
    } catch {
      log.append(error.loss)
    }
  }
}
