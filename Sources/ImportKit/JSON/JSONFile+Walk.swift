package import ChatModel

/// A step from a container of a JSON file towards the values that are read one at a time.
package enum JSONWalkStep {
  /// The member of this name of an object.
  case member(String)
  /// The member of this name of an object with others that may be long: only those in `besides` are read, the rest is skipped.
  case memberAmongLong(String, besides: Set<String>)
  /// Every member of an object whose names are ids or titles.
  case anyMember
  /// The elements of an array.
  case elements
}

/// Gets the values at the end of a path through a JSON file, and everything beside the path.
package protocol JSONWalker: AnyObject {
  /// A container was entered: `name` is the member's, or empty for an element. `depth` is the number of steps up to it.
  func begin(_ name: String, depth: Int)
  /// A member beside the path, in an object that `depth` steps lead to.
  func read(other value: JSONValue, named name: String, depth: Int)
  /// A long member beside the path was skipped.
  func skip(_ name: String)
  /// The container that `depth` steps lead to has ended.
  func end(depth: Int, _ log: inout DiagnosticLog)
  /// A value at the end of the path; `name` is empty for an element.
  func read(_ value: JSONValue, named name: String, _ origin: Origin, _ log: inout DiagnosticLog)
    throws(ImportError)
  /// The text of a value at the end of the path that is no JSON.
  func read(broken text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError)
}

extension JSONWalker {
  /// Does nothing by default.
  package func begin(_ name: String, depth: Int) {}
  /// Does nothing by default.
  package func end(depth: Int, _ log: inout DiagnosticLog) {}
  /// Does nothing by default.
  package func skip(_ name: String) {}
}

extension JSONFile {
  /// Reads the values that `steps` lead to one at a time, for files whose lists are in other lists, such as the messages of each
  /// conversation. Members beside the path are read whole, so they must be small.
  ///
  /// A broken value costs only itself. In a truncated file the values before the cut count. `start` is the offset of the JSON in a file
  /// that begins with something else.
  package func walk(
    _ steps: [JSONWalkStep], _ walker: some JSONWalker, from start: Int? = nil, log: inout DiagnosticLog
  ) throws(ImportError) {
    paths.hasDocument = true
    let reader = JSONReader(bytes, in: start.map { min($0, bytes.count)..<bytes.count }, isLenient: true)
    var walk = JSONWalk(file: self, steps: steps, reader: reader)
    try walk.descend(0, "", JSONPaths.root, walker, &log)
  }
}

/// The position of a walk.
private struct JSONWalk {
  let file: JSONFile
  let steps: [JSONWalkStep]
  var reader: JSONReader
  /// True after a cut or a fault that no value contains.
  private var hasEnded = false

  init(file: JSONFile, steps: [JSONWalkStep], reader: JSONReader) {
    (self.file, self.steps, self.reader) = (file, steps, reader)
  }

  mutating func descend(
    _ depth: Int, _ name: String, _ path: Int32, _ walker: some JSONWalker, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard depth < steps.count else { return try readValue(name, path, walker, &log) }
    guard isContainer(of: steps[depth], &log) else {
      // A value of another kind, which the account reports unless it is null.
      if let value = readOther(path, &log) { walker.read(other: value, named: name, depth: depth) }
      return
    }
    walker.begin(name, depth: depth)
    switch steps[depth] {
    case .elements:
      let inner = file.paths.element(of: path)
      while next(&log) { try descend(depth + 1, "", inner, walker, &log) }
    case .anyMember:
      while next(&log) {
        let name = reader.name
        try descend(depth + 1, name, file.paths.member(name, in: path), walker, &log)
      }
    case .member(let wanted):
      while next(&log) {
        let name = reader.name
        let inner = file.paths.member(name, in: path)
        if name == wanted {
          try descend(depth + 1, name, inner, walker, &log)
        } else if let value = readOther(inner, &log) {
          walker.read(other: value, named: name, depth: depth)
        }
      }
    case .memberAmongLong(let wanted, let besides):
      while next(&log) {
        let name = reader.name
        let inner = file.paths.member(name, in: path)
        if name == wanted {
          try descend(depth + 1, name, inner, walker, &log)
        } else if !besides.contains(name), isLong {
          skip(&log)
          walker.skip(name)
        } else if let value = readOther(inner, &log) {
          walker.read(other: value, named: name, depth: depth)
        }
      }
    }
    walker.end(depth: depth, &log)
  }

  /// Enters the next value if it is a container of the step's kind.
  private mutating func isContainer(of step: JSONWalkStep, _ log: inout DiagnosticLog) -> Bool {
    do throws(JSONError) {
      let isArray = if case .elements = step { true } else { false }
      guard try reader.peek() == (isArray ? .array : .object) else { return false }
      self.isArray.append(isArray)
      if isArray { try reader.beginArray() } else { try reader.beginObject() }
      return true
    } catch {
      fail(error, &log)
      return false
    }
  }

  /// The kinds of the open containers, the innermost last.
  private var isArray: [Bool] = []

  /// Moves to the next element or member; false at the end of the container.
  private mutating func next(_ log: inout DiagnosticLog) -> Bool {
    guard !hasEnded else { return false }
    do throws(JSONError) {
      if try isArray.last == true ? reader.nextElement() : reader.nextName() { return true }
      isArray.removeLast()
    } catch {
      fail(error, &log)
    }
    return false
  }

  /// True if the next value is an object or a list.
  private var isLong: Bool {
    let first = reader.current
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private mutating func skip(_ log: inout DiagnosticLog) {
    do throws(JSONError) { try reader.skipStructure() } catch { fail(error, &log) }
  }

  private mutating func readOther(_ path: Int32, _ log: inout DiagnosticLog) -> JSONValue? {
    guard !hasEnded else { return nil }
    do throws(JSONError) {
      return try reader.readValue(paths: file.paths, at: path)
    } catch {
      fail(error, &log)
      return nil
    }
  }

  private mutating func readValue(
    _ name: String, _ path: Int32, _ walker: some JSONWalker, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    reader.skipWhitespace()
    let start = reader.position
    let value: JSONValue
    do throws(JSONError) {
      value = try reader.readValue(paths: file.paths, at: path)
    } catch {
      guard let end = endOfBroken(from: start) else { return fail(error, &log) }
      let bytes = file.bytes
      log.append(
        Diagnostic(
          .loss, "malformed-element", "expected \(error.expected.rawValue); it is shown as text",
          at: bytes.origin(of: min(error.offset, bytes.count), in: file.path)))
      try walker.read(
        broken: bytes.repairedString(in: start..<min(end, start + 1000)), file.origin(start), &log)
      reader = JSONReader(bytes, isLenient: true)
      reader.resume(atElement: end)
      return reader.advance(behindMember: end)
    }
    for repair in reader.repairs { log.append(repair.diagnostic(in: file.path)) }
    reader.repairs.removeAll()
    try walker.read(value, named: name, file.origin(start), &log)
  }

  /// The offset after a broken object or list; nil if the file ends within it.
  private func endOfBroken(from start: Int) -> Int? {
    let bytes = file.bytes
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") else {
      return nil
    }
    return bytes.endOfJSON(in: start..<bytes.count)
  }

  private mutating func fail(_ error: JSONError, _ log: inout DiagnosticLog) {
    guard !hasEnded else { return }
    hasEnded = true
    log.append(
      Diagnostic(
        .loss, "malformed-file",
        "expected \(error.expected.rawValue); what follows is missing; export the chats again",
        at: file.bytes.origin(of: min(error.offset, file.bytes.count), in: file.path)))
  }
}
