/// The names of elements and attributes in an HTML document, and the values of its attributes `class`, by numbers.
///
/// Documents have few names and many elements, so whatever depends on a name alone is found once for each.
struct HTMLNames {
  private(set) var names: [String] = []
  private(set) var numbers: [String: Int] = [:]
  /// The rules for elements of each name.
  private(set) var rules: [HTMLRules] = []
  /// The words of each value that attributes `class` have.
  private(set) var classes: [[String]] = [[]]
  private var classTexts = [""]
  private var classNumbers: [String: Int] = [:]
  /// For each value of `class` the one that last followed it. Exports repeat a few elements, so most values are found here without
  /// looking them up.
  private var followers = [0]
  private var lastClasses = 0

  /// The most distinct names, and values of `class`.
  private static let limit = 10_000
  /// The numbers of the attributes `class` and `title`.
  static let (classAttribute, titleAttribute) = (1, 2)

  init() { for name in ["", "class", "title"] { _ = number(ofName: name) } }

  /// Returns the number of a name, new or known; 0 beyond the limit.
  mutating func number(ofName name: String) -> Int {
    if let number = numbers[name] { return number }
    guard names.count < Self.limit else { return 0 }
    numbers[name] = names.count
    names.append(name)
    rules.append(HTMLRules(ofElementNamed: name))
    return names.count - 1
  }

  /// Returns the number of a value of `class`, new or known; 0 beyond the limit.
  mutating func number(ofClasses text: Span<UInt8>) -> Int {
    var number = followers[lastClasses]
    if !Self.isEqual(classTexts[number], text) {
      number = self.number(
        ofClasses: unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
      followers[lastClasses] = number
    }
    lastClasses = number
    return number
  }

  private static func isEqual(_ known: String, _ text: Span<UInt8>) -> Bool {
    let known = known.utf8Span.span
    guard known.count == text.count else { return false }
    for index in known.indices where known[index] != text[index] { return false }
    return true
  }

  private mutating func number(ofClasses text: String) -> Int {
    if let number = classNumbers[text] { return number }
    guard classes.count < Self.limit else { return 0 }
    classNumbers[text] = classes.count
    classTexts.append(text)
    followers.append(0)
    classes.append(text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" }.map(String.init))
    return classes.count - 1
  }
}

/// The values of `class` that have a word, for words that were searched for. Documents have few values and many elements, so finding
/// elements by class compares no texts.
final class HTMLClassWords {
  private struct Table {
    /// Each word is at an index computed from its bytes.
    var entries = [(word: String, values: [Bool])](repeating: ("", []), count: 128)

    mutating func values(with word: String, of classes: [[String]]) -> [Bool] {
      let bytes = word.utf8Span.span
      guard let last = bytes.indices.last else { return [] }
      let slot =
        (bytes.count &* 29 &+ Int(bytes[last]) &* 7 &+ Int(bytes[last / 2]) &+ Int(bytes[last / 4 * 3]) &* 3)
        & 127
      if entries[slot].word != word { entries[slot] = (word, []) }
      if entries[slot].values.count < classes.count {
        for words in classes[entries[slot].values.count...] {
          entries[slot].values.append(words.contains(word))
        }
      }
      return entries[slot].values
    }
  }
  private var table = Table()

  /// Returns for each of `classes`, by its number, true if it has the word `word`.
  func values(with word: String, of classes: [[String]]) -> [Bool] { table.values(with: word, of: classes) }
}

/// The names in several small documents of one kind, so that not each document collects them anew. Documents are read one after the other.
package final class HTMLVocabulary {
  var names = HTMLNames()
  let words = HTMLClassWords()

  package init() {}
}
