import BubbleLayout
import Frames

/// A theme in the making: files are laid over one another, and their mistakes are collected.
struct ThemeReading {
  var look = Look()
  private var mistakes: [ThemeError.Mistake] = []
  private var given: Set<String> = []

  private static let keys = Dictionary(uniqueKeysWithValues: ThemeKey.all.map { ($0.path, $0) })

  /// The names in each section, e.g. in `colours`: `light`, `dark` ….
  private static let sections: [String: [String]] = {
    var sections: [String: [String]] = ["": ["theme", "extends"]]
    for key in ThemeKey.all {
      var section = ""
      for part in key.path.split(separator: ".") {
        let name = String(part)
        if sections[section]?.contains(name) != true { sections[section, default: []].append(name) }
        section += section.isEmpty ? name : "." + name
      }
    }
    return sections
  }()

  mutating func add(_ key: String, _ text: String, in file: String) {
    mistakes.append(ThemeError.Mistake(file: file, key: key, text: text))
  }

  /// Lays the values of a file over the existing ones.
  mutating func apply(_ tree: JSONTree, from file: String) {
    guard case .object(let members) = tree else {
      return add(
        "", "is \(tree.shown); expected an object with \"theme\": \"\(ThemeLibrary.format)\"", in: file)
    }
    switch members["theme"] {
    case .text(ThemeLibrary.format): break
    case nil: add("theme", "is missing; expected '\(ThemeLibrary.format)'", in: file)
    case .some(let other): add("theme", "is \(other.shown); expected '\(ThemeLibrary.format)'", in: file)
    }
    apply(members, of: "", from: file)
  }

  private mutating func apply(_ members: [String: JSONTree], of section: String, from file: String) {
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      let path = section.isEmpty ? name : "\(section).\(name)"
      if let key = Self.keys[path] {
        if key.set(value, in: &look) {
          given.insert(path)
        } else {
          add(path, "is \(value.shown); expected \(key.expectation)", in: file)
        }
      } else if Self.sections[path] != nil {
        if case .object(let members) = value {
          apply(members, of: path, from: file)
        } else {
          add(path, "is \(value.shown); expected an object", in: file)
        }
      } else if !(section.isEmpty && ["theme", "extends"].contains(name)) {
        addUnknown(name, in: section, from: file)
      }
    }
  }

  private mutating func addUnknown(_ name: String, in section: String, from file: String) {
    let known = Self.sections[section] ?? []
    let meant =
      Spelling.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
      ?? "docs/themes.md lists the keys"
    add(section.isEmpty ? name.shortened : "\(section).\(name.shortened)", "unknown key; \(meant)", in: file)
  }

  /// The theme, if there are no mistakes.
  consuming func finished(chosen: String) throws(ThemeError) -> Look {
    if mistakes.isEmpty {
      let missing = ThemeKey.all.filter { $0.isRequired && !given.contains($0.path) }.map(\.path)
      if !missing.isEmpty {
        add("", "the base theme lacks \(missing.joined(separator: ", "))", in: look.name)
      }
      for role in TextRole.allCases where look.theme[role].lineHeight < look.theme[role].fontSize {
        let (line, font) = (look.theme[role].lineHeight.px, look.theme[role].fontSize.px)
        add(
          "text.\(role).lineHeight",
          "is \(line.shortest); expected at least the font size, \(font.shortest)", in: chosen)
      }
    }
    guard mistakes.isEmpty else { throw ThemeError(mistakes) }
    return look
  }
}
