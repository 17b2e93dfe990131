public import Frames
import HTML

/// The colours of people: in pages each person has a class of their own, and a style sheet beside the pages assigns the theme's
/// colours to these classes.
///
/// A page does not depend on the other people in the conversation, so it cannot know their colours. People with most messages
/// come first: the first eight all have different colours.
public enum PersonColour {
  /// The number of a theme's colours for people.
  public static let count = 8

  /// The number of people who are assigned a colour; the others have the first. Otherwise a channel of 300,000 people would have a
  /// style sheet of 3 MB.
  private static let most = 1000

  /// The name of the style sheet, in the conversation's folder.
  public static let file = "people.css"

  /// The colour of items without a rank, such as a conversation in the list.
  public static func index(of person: PersonID) -> UInt8 { UInt8(person.number % UInt32(count)) }

  /// The style sheet of people, in the order in which colours are assigned. Deterministic.
  public static func sheet(of people: [PersonID]) -> [UInt8] {
    var css = HTMLWriter(capacity: 1024)
    var isGiven: Set<PersonID> = [.nobody]
    let dealt = people.prefix(most).enumerated().filter { isGiven.insert($0.element).inserted }
    for colour in 0..<count {
      let sharing = dealt.filter { $0.offset % count == colour }
      guard !sharing.isEmpty else { continue }
      for (index, person) in sharing.enumerated() {
        css.raw(index > 0 ? ",." : ".")
        css.personClass(person.element)
      }
      css.raw("{--person:var(--person")
      css.integer(colour)
      css.raw(");--person-ink:var(--person")
      css.integer(colour)
      css.raw("-ink);--person-out:var(--person")
      css.integer(colour)
      css.raw("-out)}\n")
    }
    return css.bytes
  }

  /// The class of a person, as templates write it.
  static func className(of person: PersonID) -> String {
    var html = HTMLWriter(capacity: 8)
    html.personClass(person)
    return String(decoding: html.bytes, as: UTF8.self)
  }
}

extension HTMLWriter {
  /// Writes a person's class: `u` and at most five letters and digits.
  mutating func personClass(_ person: PersonID) {
    raw("u")
    base36(person.number)
  }

  /// Writes a person's class after others; nothing for nobody.
  mutating func addPersonClass(_ person: PersonID) {
    guard person != .nobody else { return }
    raw(" ")
    personClass(person)
  }
}
