import ImportKit

/// A chat after the changes that VS Code appended to its file.
///
/// Objects and lists that no change reached stay values of the lines that have them.
enum CopilotState {
  case value(JSONValue)
  case object([CopilotMember])
  case array([CopilotState])

  struct CopilotMember {
    var name: String
    var state: CopilotState
  }

  /// The most elements with which a list is filled up before one that is set.
  private static let gapLimit = 1000

  /// The most steps of a path.
  private static let pathLimit = 50

  /// The chat as a value.
  var json: JSONValue {
    switch self {
    case .value(let value): value
    case .object(let members): .object(members.map { .init(name: $0.name, value: $0.state.json) })
    case .array(let elements): .array(elements.map(\.json))
    }
  }

  /// Applies a line of a log: the whole value (`kind` 0), a member or element that is set (1), elements at the end of a list, after
  /// the first `i` if that is given (2), or a member that is removed (3). Returns false if it is none of these.
  mutating func apply(_ change: JSONValue) -> Bool {
    let path = change["k"]?.elements[...] ?? []
    guard path.count <= Self.pathLimit else { return false }
    let value = CopilotState.value(change["v"] ?? .null)
    switch change["kind"]?.integer {
    case 0:
      self = change["v"] == nil ? .object([]) : value
      expand()
      if case .object = self { return true }
      return false
    case 1: return !path.isEmpty && update(path) { $0 = value }
    case 2:
      let (added, count) = (change["v"]?.elements.map(CopilotState.value) ?? [], change["i"]?.integer)
      return !path.isEmpty && update(path) { $0.append(added, after: count) }
    case 3: return !path.isEmpty && update(path) { $0 = .value(.null) }
    default: return false
    }
  }

  /// Appends elements to a list, in place of those from the index `count` on. Anything else becomes a list.
  private mutating func append(_ added: [CopilotState], after count: Int64?) {
    expand()
    guard case .array(var elements) = self else {
      self = .array(added)
      return
    }
    // The only reference to the elements, so that they are not copied.
    self = .value(.null)
    if let count, count >= 0, count < elements.count { elements.removeLast(elements.count - Int(count)) }
    elements += added
    self = .array(elements)
  }

  /// Makes members or elements of a value that has some.
  private mutating func expand() {
    guard case .value(let value) = self else { return }
    if value.isObject {
      self = .object(value.members.map { CopilotMember(name: $0.name, state: .value($0.value)) })
    } else if value.isArray {
      self = .array(value.elements.map(CopilotState.value))
    }
  }

  /// Changes the value at a path, in place. Returns false if there is none.
  private mutating func update(_ path: ArraySlice<JSONValue>, _ change: (inout CopilotState) -> Void) -> Bool
  {
    guard let step = path.first else {
      change(&self)
      return true
    }
    let rest = path.dropFirst()
    expand()
    switch self {
    case .object(var members):
      guard let name = step.text else { return false }
      self = .value(.null)
      defer { self = .object(members) }
      guard let index = members.lastIndex(where: { $0.name == name }) else {
        var state = rest.isEmpty ? CopilotState.value(.null) : .object([])
        guard state.update(rest, change) else { return false }
        members.append(CopilotMember(name: name, state: state))
        return true
      }
      return members[index].state.update(rest, change)
    case .array(var elements):
      guard step.text == nil, let number = step.integer else { return false }
      self = .value(.null)
      defer { self = .array(elements) }
      guard number >= 0, number <= elements.count + Self.gapLimit else { return false }
      while elements.count <= number { elements.append(.value(.null)) }
      return elements[Int(number)].update(rest, change)
    case .value: return false
    }
  }
}
