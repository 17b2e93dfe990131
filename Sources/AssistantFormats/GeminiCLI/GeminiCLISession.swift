import ChatModel
import ImportKit
import Storage

/// The facts of a session that its messages are read with: which record of a message counts, and which message precedes it.
struct GeminiCLISession {
  private(set) var id: String
  private(set) var title: String?
  /// True if an agent's session is an answer to a call in another one.
  private(set) var isAgent = false
  private var versions: [UInt64: Version] = [:]
  /// The id of the message before each message, by the hash of its id.
  private var parents: [UInt64: String] = [:]
  /// The hashes of calls in answers, with their results.
  private var calls: Set<UInt64> = []
  /// The messages that were not taken back, in order.
  private var live: [String] = []
  /// The hashes of the messages without a predecessor: several if all messages were taken back.
  private var firsts: [UInt64] = []
  private var last: String?
  private var firstPrompt: String?

  /// A record of a message.
  private struct Version {
    var number: Int
    /// The size of its texts, in bytes.
    var size: Int
  }

  /// A session whose messages have no ids.
  init(id: String, title: String?) { (self.id, self.title) = (id, title) }

  /// - Throws: ``ImportError`` if nothing can be read.
  init(_ records: GeminiCLIRecords, name: String) throws(ImportError) {
    id = name
    var log = DiagnosticLog()
    try records.uncounted.forEach(log: &log) { record, isListed, _, _ throws(ImportError) in
      switch record {
      case .session(let facts): note(facts)
      case .message(let message, let number): note(message, number, isListed: isListed)
      case .rewind(let id):
        // An unknown message means all of them.
        live.removeSubrange((live.lastIndex(of: id) ?? 0)...)
        last = live.last
      }
    }
    title = title ?? firstPrompt
    // Messages are alternatives if they share a parent, which need not be a message.
    if firsts.count > 1 { for first in firsts { parents[first] = Self.beginning } }
  }

  /// The parent of first messages.
  private static let beginning = "beginning"

  private static func hash(_ id: String) -> UInt64 { HashSeed.ofProcess.hash(id.utf8Span.span) }

  /// True if the record of this number is the one that counts.
  func counts(_ number: Int, of id: String) -> Bool { versions[Self.hash(id)]?.number == number }

  /// Returns the id of the previous message, or nil.
  func parent(of id: String) -> String? { parents[Self.hash(id)] }

  /// True if an answer has the call with this id.
  func hasCall(_ id: String) -> Bool { calls.contains(Self.hash(id)) }

  private mutating func note(_ facts: JSONValue) {
    id = facts["sessionId"]?.text ?? id
    // Programs that save web chats in this form include their title, and Gemini CLI itself a summary.
    if let name = facts["title"]?.text ?? facts["summary"]?.text, !name.isBlank { title = name }
    isAgent = isAgent || facts["kind"]?.text == "subagent"
  }

  private mutating func note(_ message: JSONValue, _ number: Int, isListed: Bool) {
    for call in message["toolCalls"]?.elements ?? [] {
      if let id = call["id"]?.text { calls.insert(Self.hash(id)) }
    }
    guard let id = message["id"]?.text else { return }
    let content = GeminiCLIContent(message["displayContent"] ?? message["content"])
    let size = content.text.utf8.count
    let hash = Self.hash(id)
    if let known = versions[hash] {
      // Lists of all messages have old outputs masked.
      if !isListed || size >= known.size { versions[hash] = Version(number: number, size: size) }
      return
    }
    versions[hash] = Version(number: number, size: size)
    if last == nil { firsts.append(hash) }
    parents[hash] = last
    live.append(id)
    last = id
    if firstPrompt == nil, message["type"]?.text == "user" { firstPrompt = content.text.titleLine }
  }
}
