import ImportKit

/// The phone numbers of backups, found by a quick scan of the attributes of their records.
enum SMSNumbers {
  /// The beginnings of the names of elements with numbers.
  private static let elements: [StaticString] = ["sms", "mms", "addr", "call"]

  /// Returns the keys of the numbers in backups.
  static func keys(ofNumbersIn backups: [InputBytes]) -> PhoneNumberKeys {
    var keys = PhoneNumberKeys()
    var known: Set<String> = []
    for backup in backups {
      note(numbersIn: backup) { addresses in
        guard known.insert(addresses).inserted else { return }
        for address in addresses.split(separator: "~") { keys.note(String(address)) }
      }
    }
    return keys
  }

  /// Calls `body` with the numbers of all elements. Each byte is read once.
  private static func note(numbersIn backup: InputBytes, _ body: (String) -> Void) {
    var offset = 0
    while let tag = backup.firstIndex(of: UInt8(ascii: "<"), in: offset..<backup.count) {
      offset = tag + 1
      guard elements.contains(where: { backup.has($0, at: offset) }) else { continue }
      offset = end(in: backup, from: offset, where: isOfName)
      while true {
        let name = end(in: backup, from: offset) { $0 <= 0x20 }
        let equals = end(in: backup, from: name, where: isOfName)
        offset = equals
        guard equals > name, equals + 1 < backup.count, backup[equals] == UInt8(ascii: "=") else { break }
        let quote = backup[equals + 1]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
          let close = backup.firstIndex(of: quote, in: equals + 2..<backup.count)
        else { break }
        offset = close + 1
        let isNumber =
          equals - name == 7 && backup.has("address", at: name)
          || equals - name == 6 && backup.has("number", at: name)
        if isNumber { body(backup.repairedString(in: equals + 2..<close)) }
      }
    }
  }

  /// Returns the offset of the first byte at or after `start` for which `isPart` is false.
  private static func end(
    in backup: InputBytes, from start: Int, where isPart: (UInt8) -> Bool
  ) -> Int {
    var end = start
    while end < backup.count, isPart(backup[end]) { end += 1 }
    return end
  }

  /// True for the letters and underscores of which the names in backups consist.
  private static func isOfName(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
  }
}
