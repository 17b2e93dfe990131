public import Frames
import HTML

/// The list of a conversation's pictures and films, for the script that shows them large: `map/media.js` and the files
/// `map/media0.js`, `map/media1.js` and so on with its entries.
///
/// Pages do not depend on other pages' pictures, so the list is a separate file, read when a picture is first opened.
public struct MediaList: Sendable {
  /// A picture or film.
  public struct MediaEntry: Sendable {
    /// The index of the message in the conversation.
    public var message: Int
    /// The number of its page, counted from 1.
    public var page: Int
    /// The anchor of the message on its page.
    public var anchor: String
    /// Path of the file from the site's root.
    public var path: String
    /// True if the file is a film rather than a picture.
    public var isFilm = false
    /// True if the film is an animation, which is shown over and over, mutely.
    public var isLoop = false
    /// Path of the still picture of a film.
    public var poster: String?
    /// The text alternative.
    public var alt = ""
    /// The text that was sent with it, maybe shortened.
    public var caption = ""
    /// The name of the sender; empty if there is none.
    public var sender = ""
    /// The number that names the sender in pages.
    public var person = PersonID.nobody
    /// The local date and time of the message, in the page's language; empty without a time.
    public var date = ""

    /// Creates an entry of a picture without a text.
    public init(path: String, message: Int, page: Int, anchor: String) {
      (self.path, self.message, self.page, self.anchor) = (path, message, page, anchor)
    }
  }

  /// The number of entries in a file: some 60 kB.
  static let entriesPerFile = 256

  /// The entries of the next file.
  private var entries: [MediaEntry] = []
  private var count = 0
  /// The index of the first message of each file.
  private var firsts: [Int] = []

  /// An empty list.
  public init() {}

  /// Adds an entry, whose message must not be before the last one's. Calls `file` with the name and content of each full file.
  public mutating func add(
    _ entry: MediaEntry, _ file: (_ name: String, _ content: [UInt8]) throws -> Void
  ) rethrows {
    entries.append(entry)
    count += 1
    if entries.count == Self.entriesPerFile { try writeEntries(file) }
  }

  /// Calls `file` with the name and content of the remaining files; with none if the list is empty.
  public mutating func finish(_ file: (_ name: String, _ content: [UInt8]) throws -> Void) rethrows {
    guard count > 0 else { return }
    try writeEntries(file)
    var index = HTMLWriter(capacity: 1024)
    index.raw("{\"count\":")
    index.integer(count)
    index.raw(",\"size\":")
    index.integer(Self.entriesPerFile)
    index.raw(",\"firsts\":[")
    for (number, first) in firsts.enumerated() {
      if number > 0 { index.raw(",") }
      index.integer(first)
    }
    index.raw("]}")
    try file("media.js", DataScript.bytes(named: "media", content: index.bytes))
  }

  private mutating func writeEntries(_ file: (_ name: String, _ content: [UInt8]) throws -> Void) rethrows {
    guard let first = entries.first else { return }
    let name = "media\(firsts.count)"
    firsts.append(first.message)
    try file("\(name).js", DataScript.bytes(named: name, content: Self.script(of: entries)))
    entries.removeAll(keepingCapacity: true)
  }

  private static func script(of entries: [MediaEntry]) -> [UInt8] {
    var script: [UInt8] = [UInt8(ascii: "[")]
    script.reserveCapacity(entries.count * 256)
    ScriptString.appendList(entries, to: &script) { entry, script in
      script += Array("[\(entry.message),\(entry.page),\(entry.isFilm ? entry.isLoop ? 2 : 1 : 0)".utf8)
      let texts = [
        AnchorName.id(entry.anchor), PageAddress.file(entry.path),
        entry.poster.map(PageAddress.file) ?? "", entry.alt, entry.caption, entry.sender,
        entry.person == .nobody ? "" : PersonColour.className(of: entry.person), entry.date,
      ]
      for text in texts {
        script.append(UInt8(ascii: ","))
        ScriptString.append(text, to: &script)
      }
      script.append(UInt8(ascii: "]"))
    }
    script.append(UInt8(ascii: "]"))
    return script
  }
}
