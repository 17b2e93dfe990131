import ImportKit

/// The inputs and outputs of an assistant's tools, as text to read.
enum ToolText {
  /// Returns the arguments of a call: a line for each member, with texts unchanged and other values as JSON. Members named in
  /// `without` are left out.
  static func text(ofInput input: JSONValue, without: Set<String> = []) -> String {
    if let text = input.text { return text }
    guard input.isObject else { return input == .null ? "" : input.json }
    var (lines, lone): ([String], String?) = ([], nil)
    for member in input.members where member.value != .null && !without.contains(member.name) {
      lone = lines.isEmpty ? member.value.text : nil
      lines.append(line(member.name, member.value))
    }
    // A single long argument, such as a patch, needs no name.
    if let lone, lone.utf8.contains(0x0A) { return lone }
    return lines.joined(separator: "\n")
  }

  /// The depth to which nested values are laid out; deeper ones are shown as JSON.
  private static let depthLimit = 4

  private static func line(
    _ name: String, _ value: JSONValue, indent: String = "", depth: Int = 0
  ) -> String {
    if let text = value.text {
      return text.utf8.contains(0x0A) ? "\(indent)\(name):\n\(text)" : "\(indent)\(name): \(text)"
    }
    guard depth < depthLimit, isNested(value) else { return "\(indent)\(name): \(value.json)" }
    return (["\(indent)\(name):"] + lines(of: value, indent, depth + 1)).joined(separator: "\n")
  }

  /// True if a value has members, or is a list of such values: a plan with its steps, questions with their answers.
  private static func isNested(_ value: JSONValue) -> Bool {
    !value.members.isEmpty || value.elements.contains { !$0.members.isEmpty }
  }

  /// Returns the lines of a value's members or elements, each element after a dash.
  private static func lines(of value: JSONValue, _ indent: String, _ depth: Int) -> [String] {
    guard value.isArray else {
      return value.members.filter { $0.value != .null }.map {
        line($0.name, $0.value, indent: indent + "  ", depth: depth)
      }
    }
    return value.elements.flatMap { element in
      guard !element.members.isEmpty else { return ["\(indent)- \(element.text ?? element.json)"] }
      var lines = lines(of: element, indent, depth)
      if let first = lines.first { lines[0] = "\(indent)- \(first.dropFirst(indent.count + 2))" }
      return lines
    }
  }

  /// Returns the text without the sequences with which terminals colour it (ECMA-48 §5.4) and without other control characters.
  static func withoutTerminalCodes(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) else { return text }
    var plain = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B: skipSequence(&scalars)
      case 0x0D: if scalars.first?.value != 0x0A { plain.append("\n") }
      case 0x09, 0x0A: plain.append(scalar)
      case 0..<0x20: continue
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Skips a control sequence or operating system command after its escape character.
  private static func skipSequence(_ scalars: inout Substring.UnicodeScalarView) {
    switch scalars.first?.value {
    case 0x5B:
      scalars.removeFirst()
      while let scalar = scalars.first, (0x20...0x3F).contains(scalar.value) { scalars.removeFirst() }
      if let last = scalars.first, (0x40...0x7E).contains(last.value) { scalars.removeFirst() }
    case 0x5D:
      // Ends at BEL or ESC \, at the latest with the line.
      while let scalar = scalars.first, scalar.value != 0x0A {
        scalars.removeFirst()
        if scalar.value == 0x07 { return }
        if scalar.value == 0x1B {
          if scalars.first?.value == 0x5C { scalars.removeFirst() }
          return
        }
      }
    default: break
    }
  }
}
