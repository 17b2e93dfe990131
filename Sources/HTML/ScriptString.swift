/// Input as a string of a script file or of JSON.
///
/// In addition to the characters that a string may not contain, `<` is written by its code, so that no text could end a
/// `script` element, and so is everything beyond ASCII, because U+2028 ends a line in older scripts, and a file then reads
/// alike in any encoding.
public enum ScriptString {
  /// Appends `text` in quotation marks: printable ASCII unchanged except `"`, `<` and `\`, everything else as `\uXXXX`.
  public static func append(_ text: String, to script: inout [UInt8]) {
    script.append(UInt8(ascii: "\""))
    defer { script.append(UInt8(ascii: "\"")) }
    if text.utf8.allSatisfy(isPlain) { return script += text.utf8 }
    for unit in text.utf16 {
      switch unit {
      case 0x22, 0x3C, 0x5C, 0..<0x20, 0x7F...UInt16.max:
        script += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
        for shift in [12, 8, 4, 0] { script.append(hexDigit(unit >> UInt16(shift) & 15)) }
      default: script.append(UInt8(truncatingIfNeeded: unit))
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x3C && byte != 0x5C
  }

  /// Appends values with commas between them, each written by `each`.
  public static func appendList<Value>(
    _ values: [Value], to script: inout [UInt8], each: (Value, inout [UInt8]) -> Void
  ) {
    for (index, value) in values.enumerated() {
      if index > 0 { script.append(UInt8(ascii: ",")) }
      each(value, &script)
    }
  }

  private static func hexDigit(_ value: UInt16) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value)
    return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

/// A script file that holds data: `chatexport(name, data)`, the data being JSON.
///
/// A page opened from disk can load data only as a script. On the web such a script would give its data to any site that loads it,
/// so there it does nothing, and pages read it as text. No site can change `location`.
public enum DataScript {
  /// Appends the bytes before the data.
  public static func begin(_ name: String, in script: inout [UInt8]) {
    script += Array("location.protocol==\"file:\"&&chatexport(\"\(name)\",".utf8)
  }

  /// Returns a script with the data `content`.
  public static func bytes(named name: String, content: [UInt8]) -> [UInt8] {
    var script: [UInt8] = []
    script.reserveCapacity(content.count + 64)
    begin(name, in: &script)
    return script + content + end
  }

  /// The bytes after the data.
  public static let end = Array(")\n".utf8)

  /// Returns the data of a script.
  public static func content(of script: [UInt8], named name: String) -> ArraySlice<UInt8> {
    var head: [UInt8] = []
    begin(name, in: &head)
    return script[head.count..<script.count - end.count]
  }
}
