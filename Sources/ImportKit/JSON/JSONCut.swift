package import ChatModel

extension InputBytes {
  /// Returns the object or array that begins at `start` in a file that ends within it, with all whole members and elements: anything open
  /// at the cut is closed. Nil for any other value.
  func closedJSON(from start: Int) -> [UInt8]? {
    guard start < count, self[start] == UInt8(ascii: "{") || self[start] == UInt8(ascii: "[") else {
      return nil
    }
    // The brackets that close the open ones. They do not change after `whole`.
    var open: [UInt8] = []
    var whole = start
    var offset = start
    while offset < count {
      switch self[offset] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(from: offset + 1) else { return closed(start..<whole, open) }
        offset = end
      case UInt8(ascii: "{"):
        open.append(UInt8(ascii: "}"))
        whole = offset + 1
      case UInt8(ascii: "["):
        open.append(UInt8(ascii: "]"))
        whole = offset + 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() == self[offset] else { return nil }
        whole = offset + 1
        if open.isEmpty { return array(in: start..<whole) }
      case UInt8(ascii: ","): whole = offset
      default: break
      }
      offset += 1
    }
    return closed(start..<whole, open)
  }

  private func closed(_ range: Range<Int>, _ open: [UInt8]) -> [UInt8] {
    array(in: range) + open.reversed()
  }

  /// Returns the offset of the quotation mark that ends a string, or nil if the file ends first.
  private func endOfString(from start: Int) -> Int? {
    var offset = start
    while offset < count {
      switch self[offset] {
      case UInt8(ascii: "\""): return offset
      case UInt8(ascii: "\\"): offset += 2
      default: offset += 1
      }
    }
    return nil
  }
}

extension JSONFile {
  /// Returns the outermost object or array; of a truncated file, its whole part, with a loss.
  ///
  /// - Throws: ``ImportError/malformed(at:expected:remedy:)`` for any other file that is not JSON.
  package func documentOrPart(log: inout DiagnosticLog) throws(ImportError) -> JSONValue {
    var reader = JSONReader(bytes, isLenient: true)
    paths.hasDocument = true
    do throws(JSONError) {
      return try reader.readValue(paths: paths)
    } catch {
      reader = JSONReader(bytes, isLenient: true)
      reader.skipWhitespace()
      guard error.offset >= bytes.count, let part = part(from: reader.position) else {
        throw error.located(in: path, bytes)
      }
      log.append(Self.cutOff(at: bytes.origin(of: bytes.count, in: path)))
      return part
    }
  }

  /// Returns the whole part of the value that begins at `start`, or nil.
  package func part(from start: Int) -> JSONValue? {
    guard let closed = bytes.closedJSON(from: start) else { return nil }
    var reader = JSONReader(InputBytes(closed), isLenient: true)
    reader.isDerived = true
    return try? reader.readValue(paths: paths)
  }

  static func cutOff(at origin: Origin) -> Diagnostic {
    Diagnostic(
      .loss, "cut-off", "the file was cut off; what follows is missing; copy or export it again", at: origin)
  }
}
