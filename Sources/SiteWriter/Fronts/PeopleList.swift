public import Frames
import HTML

/// The people of a conversation for the script that shows them: `map/people.js`, read when a name is first clicked.
public struct PeopleList: Sendable {
  /// A message to link to.
  public struct Way: Sendable {
    /// The message's index in the conversation.
    public var message: Int
    /// Its local date and time in the page's language.
    public var date: String

    /// Creates a link to a message.
    public init(message: Int, date: String) { (self.message, self.date) = (message, date) }
  }

  /// A person.
  public struct Entry: Sendable {
    /// The number that names the person in pages.
    public var id: PersonID
    /// The name as messages show it.
    public var name: String
    /// One or two letters for a person without a picture.
    public var initials: String
    /// Path of the picture from the site's root.
    public var picture: String?
    /// The number of messages.
    public var messages = 0
    /// The part of all messages, 0…1.
    public var share = 0.0
    /// The first and the last message; nil without a time.
    public var first: Way?
    /// The last message.
    public var last: Way?
    /// The numbers of entries in the gallery, in the order of its sections.
    public var counts: [Int] = []
    /// Messages by hour of the day.
    public var activity: [Int] = []

    /// Creates a person without messages.
    public init(id: PersonID, name: String, initials: String, picture: String?) {
      (self.id, self.name, self.initials, self.picture) = (id, name, initials, picture)
    }
  }

  /// The hours of the day in the page's language.
  public var hours: [String]
  /// The people, those with most messages first.
  public var people: [Entry]

  /// The list of these people.
  public init(hours: [String], people: [Entry]) { (self.hours, self.people) = (hours, people) }

  /// The file `<conversation>/map/people.js`.
  public var file: [UInt8] {
    var script = Array("{\"hours\":[".utf8)
    ScriptString.appendList(hours, to: &script) { ScriptString.append($0, to: &$1) }
    script += Array("],\"people\":[".utf8)
    ScriptString.appendList(people, to: &script) { Self.append($0, to: &$1) }
    script += Array("]}".utf8)
    return DataScript.bytes(named: "people", content: script)
  }

  private static func append(_ person: Entry, to script: inout [UInt8]) {
    let texts = [
      ("{\"id\":", PersonColour.className(of: person.id)), (",\"name\":", person.name),
      (",\"initials\":", person.initials), (",\"picture\":", person.picture.map(PageAddress.file) ?? ""),
    ]
    for (key, text) in texts {
      script += Array(key.utf8)
      ScriptString.append(text, to: &script)
    }
    let share = person.share.isFinite ? Int((min(max(person.share, 0), 1) * 10_000).rounded()) : 0
    script += Array(",\"messages\":\(person.messages),\"share\":\(share)e-4".utf8)
    for (key, way) in [("first", person.first), ("last", person.last)] {
      guard let way else { continue }
      script += Array(",\"\(key)\":{\"message\":\(way.message),\"date\":".utf8)
      ScriptString.append(way.date, to: &script)
      script.append(UInt8(ascii: "}"))
    }
    for (key, numbers) in [("counts", person.counts), ("activity", person.activity)] {
      script += Array(",\"\(key)\":[\(numbers.map(String.init).joined(separator: ","))]".utf8)
    }
    script.append(UInt8(ascii: "}"))
  }
}
