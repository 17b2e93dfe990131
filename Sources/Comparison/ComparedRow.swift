import Digests
import SiteReading

/// A message as its page or plan has it: its content, and the geometry and the classes that it is shown with.
struct ComparedRow: Sendable {
  /// The message by id, index, sender and time.
  var name = NamedMessage(id: "")
  /// `in`, `out` or `notice`.
  var side = ""
  /// The heading of its day; nil in sites, which say the time of messages.
  var day: String?
  /// The classes of the row other than its side.
  var classes: [String] = []
  /// The lengths of the row itself.
  var frame: [FrameLength] = []
  /// A hash of the whole markup, without ids and the addresses of other messages.
  var markup: UInt64 = 0
  /// The items of the row in their order.
  var boxes: [RowBox] = []
}

/// An item of a row.
struct RowBox: Sendable {
  /// Its name in the layout, such as `text.0`; empty for everything outside of named items.
  var name = ""
  /// True if it is inside collapsed content.
  var isFolded = false
  /// The text that a reader sees or copies, with emoji as characters.
  var text = ""
  /// Attributes that a reader sees or opens: addresses of files and links that lead out, descriptions, titles.
  var facts: [Fact] = []
  /// The elements inside that mean something, such as `em`.
  var marks: [String] = []
  /// The classes of the item and of the runs of fonts inside.
  var classes: [String] = []
  /// Its lengths, as far as the page states them.
  var frame: [FrameLength] = []
  /// The number of line breaks that the layout chose.
  var breaks = 0

  /// An attribute with its value.
  struct Fact: Sendable, Equatable {
    var name: String
    var value: String
  }

  /// The name without its number.
  var family: Substring { name.prefix { $0 != "." } }
}

/// A length of a row or an item.
struct FrameLength: Sendable, Equatable {
  /// The property's name in words.
  var property: String
  /// Its value in px of the layout; nil if it is no length.
  var px: Double?
  /// Its value as written.
  var text: String
}

/// The parts of a message's content, in the order in which their changes are reported.
enum Aspect: String, Sendable, CaseIterable {
  /// The words of the message, of a notice or of code.
  case text
  /// Emphasis and other meanings of parts of the text.
  case formatting
  /// Attachments.
  case media
  /// Links that lead out of the site.
  case links
  /// Reactions and who gave them.
  case reactions
  /// The message that it answers, as quoted.
  case quote
  /// Earlier versions, steps of an assistant, and everything else that is collapsed.
  case folded
  /// Cards, captions, states: everything else that has words.
  case details
}

extension RowBox {
  /// The part of the content that the item's words belong to; nil for the name and the picture of the sender, which only the first or
  /// last message of a group has, and for the time, which is compared as a time.
  var aspect: Aspect? {
    switch family {
    case "name", "avatar", "time": nil
    case _ where isFolded: .folded
    case "text", "notice", "code", "marker", "ordinal", "cell": .text
    case "chip", "reaction": .reactions
    case "quote", "quote-name", "quote-text", "quote-bar": .quote
    default: .details
    }
  }
}

extension ComparedRow {
  /// The words of a part of the content, an item a line. `withoutFacts` leaves out the small print of cards.
  func words(of aspect: Aspect, withoutFacts: Bool = false) -> String {
    lines(of: aspect, withoutFacts: withoutFacts).joined(separator: "\n")
  }

  /// The words of a part of the content, item by item.
  func lines(of aspect: Aspect, withoutFacts: Bool = false) -> [String] {
    var lines: [String] = []
    for box in boxes where !withoutFacts || box.family != "fact" {
      switch aspect {
      case .formatting: if box.aspect == .text { lines += box.marks }
      case .media: lines += box.facts.filter(\.isFile).map(\.value) + box.missingFiles
      case .links:
        if box.aspect != nil { lines += box.facts.filter(\.isLink).map(\.value) }
      default:
        guard box.aspect == aspect else { continue }
        // A name that is cut in the middle to fit has the whole one as its title.
        if !box.text.isEmpty, !box.facts.contains(where: { box.text.isCut(of: $0.value) }) {
          lines.append(box.text)
        }
        // The names of links are the program's.
        if box.family == "jump" || box.family == "way" { continue }
        var known = box.text
        for fact in box.facts where !fact.isFile && !fact.isLink && fact.value != known {
          known = fact.value
          lines.append(fact.value)
        }
      }
    }
    return lines
  }

  /// The shown time with everything else in its line, such as "edited 10:12".
  var clock: String { boxes.first { $0.family == "time" }?.text ?? "" }
}

extension String {
  /// True if the text is the beginning and the end of `whole` with … between them.
  fileprivate func isCut(of whole: String) -> Bool {
    guard let cut = firstIndex(of: "…") else { return false }
    let (start, end) = (self[..<cut], self[index(after: cut)...])
    return whole.count > count && whole.hasPrefix(start) && whole.hasSuffix(end)
  }
}

extension RowBox {
  /// The descriptions of files that the site does not have.
  fileprivate var missingFiles: [String] {
    classes.contains("missing") ? facts.filter { $0.name == "aria-label" }.map(\.value) : []
  }
}

extension RowBox.Fact {
  /// True for the address of an attachment.
  var isFile: Bool { (name == "src" || name == "poster" || name == "href") && value.hasPrefix("../media/") }
  /// True for an address that leads out of the site.
  var isLink: Bool { name == "href" && !isFile }
}

/// Hashes of a message's content, from the strictest to the most lenient: two rows of one message have at least one in common.
struct RowKeys: Sendable {
  /// Everything that a reader sees or opens.
  var content: UInt64
  /// Sender, words and attachments: equal if the clock of the phone, reactions or states differ.
  var message: UInt64
  /// Sender, words, attachments and the minute of the time.
  var minute: UInt64
  /// Words and attachments alone: equal if people have other names too.
  var words: UInt64

  init(_ row: ComparedRow) {
    var text = row.words(of: .text)
    let media = row.words(of: .media)
    if text.isEmpty, media.isEmpty { text = row.words(of: .details) }
    let sender = row.name.sender ?? ""
    var bytes = Array(text.utf8)
    bytes.append(0)
    bytes += media.utf8
    words = Checksum(of: bytes.span).low
    bytes.append(0)
    bytes += sender.utf8
    message = Checksum(of: bytes.span).low
    bytes.append(0)
    let withMinute = bytes + (row.name.time ?? "").utf8.prefix(16)
    minute = Checksum(of: withMinute.span).low
    bytes += (row.name.time ?? "").utf8
    for aspect in Aspect.allCases where aspect != .text && aspect != .media {
      bytes.append(1)
      bytes += row.words(of: aspect).utf8
    }
    bytes.append(1)
    bytes += row.clock.utf8
    content = Checksum(of: bytes.span).low
  }
}
