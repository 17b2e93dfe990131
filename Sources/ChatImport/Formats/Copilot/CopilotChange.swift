/// The changes that VS Code appends to the file of a chat.
extension JSONValue {
  /// The most elements that a list is filled up with before one that is set.
  private static let gapLimit = 1000

  /// The most steps of a path.
  private static let pathLimit = 50

  /// Applies a line of a log: the whole value (`kind` 0), a member or element that is set (1), elements at the end of a list, behind
  /// `i` where that is given (2), or a member that is removed (3). False if it is none of these.
  mutating func apply(_ change: JSONValue) -> Bool {
    let path = change["k"]?.elements[...] ?? []
    guard path.count <= Self.pathLimit else { return false }
    switch change["kind"]?.integer {
    case 0:
      self = change["v"] ?? .object([])
      return isObject
    case 1: return !path.isEmpty && update(path) { $0 = change["v"] ?? .null }
    case 2:
      return !path.isEmpty
        && update(path) { list in
          guard case .array(var elements) = list else {
            list = .array(change["v"]?.elements ?? [])
            return
          }
          list = .null
          if let count = change["i"]?.integer, count >= 0, count < elements.count {
            elements.removeLast(elements.count - Int(count))
          }
          elements += change["v"]?.elements ?? []
          list = .array(elements)
        }
    case 3: return !path.isEmpty && update(path) { $0 = .null }
    default: return false
    }
  }

  /// Changes the value at a path, in place. False if there is none.
  private mutating func update(_ path: ArraySlice<JSONValue>, _ change: (inout JSONValue) -> Void) -> Bool {
    guard let step = path.first else {
      change(&self)
      return true
    }
    let rest = path.dropFirst()
    switch (self, step) {
    case (.object(var members), .string(let name)):
      // The only reference to the members, so that they are not copied.
      self = .null
      defer { self = .object(members) }
      guard let index = members.lastIndex(where: { $0.name == name }) else {
        var value = rest.isEmpty ? JSONValue.null : .object([])
        guard value.update(rest, change) else { return false }
        members.append(Member(name: name, value: value))
        return true
      }
      return members[index].value.update(rest, change)
    case (.array(var elements), .integer(let number)):
      self = .null
      defer { self = .array(elements) }
      guard number >= 0, number <= elements.count + Self.gapLimit else { return false }
      while elements.count <= number { elements.append(.null) }
      return elements[Int(number)].update(rest, change)
    default: return false
    }
  }
}
