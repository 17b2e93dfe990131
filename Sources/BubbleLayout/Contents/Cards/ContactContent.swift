import ChatModel
import Frames
import Phrases
import RichText

extension Contact: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    body(.label(title))
    for text in phones + emails + lines { body(.plain(text)) }
  }

  func line(_ quoting: QuoteLine) -> String {
    quoting.line(ofPlain: quoting.wording.phrases(.quotedContact, .name(Wording.isolated(title))))
  }

  func describe(in transcript: inout Transcript, of message: Message) {
    transcript.add(note: transcript.wording.phrases(.contact))
    transcript.add(line: name)
    for phone in phones { transcript.add(line: phone, href: LinkPolicy.href(Wording.telephone(phone))) }
    for email in emails { transcript.add(line: email, href: LinkPolicy.href("mailto:\(email)")) }
    for line in lines { transcript.add(line: line, href: LinkPolicy.href(line)) }
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addContact(self, to: &stack)
  }
}

extension RowLayouter {
  /// Adds a card with the contact's name, telephone numbers and addresses as links, and whatever else is known.
  func addContact(_ contact: Contact, to stack: inout PartStack) {
    var lines = LinkedLines()
    for phone in contact.phones { lines.add(phone, href: LinkPolicy.href(Wording.telephone(phone))) }
    for email in contact.emails { lines.add(email, href: LinkPolicy.href("mailto:\(email)")) }
    for line in contact.lines { lines.add(line, href: LinkPolicy.href(line)) }
    let card = IconCard(
      icon: .person, title: contact.title.isEmpty ? wording.phrases(.contact) : contact.title,
      facts: contact.title.isEmpty ? "" : wording.phrases(.contact), note: lines.text, noteMarks: lines.marks)
    addCard(card, to: &stack)
  }
}

/// The lines of a card, each of which may be a link.
struct LinkedLines {
  private(set) var text = ""
  private(set) var marks: [TextMark] = []

  /// Adds a line unless it is empty.
  mutating func add(_ line: String, href: String?) {
    let line = Wording.oneLine(line)
    guard !line.isEmpty else { return }
    if !text.isEmpty { text += "\n" }
    let start = text.utf8.count
    text += line
    if let href, let from = Int32(exactly: start), let to = Int32(exactly: text.utf8.count) {
      marks.append(TextMark(start: from, end: to, kind: .link(href: href)))
    }
  }
}
