import CICUHost

/// Names of hosts beyond ASCII: how they are resolved (IDNA after UTS #46), and which are made to deceive (UTS #39).
public enum HostNames {
  /// The name as it is resolved, in ASCII; nil when it is no valid name.
  public static func ascii(_ name: String) -> String? {
    unsafe tables.converted(name) { unsafe chat_host_ascii($0, $1, $2, $3, $4) }
  }

  /// The name as it is read, with letters for `xn--…`, and whether it is valid.
  public static func unicode(_ name: String) -> (name: String, isValid: Bool) {
    var isValid = false
    let read = unsafe tables.converted(name) { unsafe chat_host_unicode($0, $1, $2, $3, $4, &isValid) }
    return (read ?? name, isValid && read != nil)
  }

  /// Whether a reader may take the name for another one.
  ///
  /// It is when a label mixes scripts that are not written together, or when all of a label looks like Latin letters,
  /// as Cyrillic `аррӏе` does, under a top-level domain that is Latin.
  public static func isDeceptive(_ name: String) -> Bool {
    guard mayBeBeyondASCII(name.utf8.span) else { return false }
    let labels = unicode(name).name.split(separator: ".")
    guard let domain = labels.last else { return false }
    let isLatinDomain = domain.utf8.allSatisfy { $0 < 0x80 }
    for label in labels where !label.utf8.allSatisfy({ $0 < 0x80 }) {
      let label = String(label)
      if tables.isMixed(label) { return true }
      guard isLatinDomain, let skeleton = tables.skeleton(of: label) else { continue }
      // `é` has a skeleton of its own, so that words with accents stay what they are.
      if skeleton != label, skeleton.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    }
    return false
  }

  /// Whether a name has letters beyond ASCII, as they are or as `xn--…`.
  private static func mayBeBeyondASCII(_ name: Span<UInt8>) -> Bool {
    let prefix: InlineArray<4, UInt8> = [0x78, 0x6E, 0x2D, 0x2D]
    var matching = 0
    for place in name.indices {
      if name[place] >= 0x80 { return true }
      matching = name[place] == prefix[matching] ? matching + 1 : name[place] == prefix[0] ? 1 : 0
      if matching == 4 { return true }
    }
    return false
  }

  private static let tables = Tables()

  /// ICU's tables, opened once. Looking names up changes nothing in them, which ICU allows from any thread.
  @safe private final class Tables: Sendable {
    /// Longer names are none: RFC 1035 gives 253 bytes, and UTF-8 takes up to four for one letter.
    private static let limit = 2_048

    nonisolated(unsafe) private let hosts: OpaquePointer?

    init() { unsafe hosts = chat_open_hosts() }

    deinit { if let hosts = unsafe hosts { unsafe chat_close_hosts(hosts) } }

    func isMixed(_ label: String) -> Bool {
      guard let hosts = unsafe hosts else { return true }
      let bytes = label.utf8.map { CChar(bitPattern: $0) }
      return unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return false }
        return unsafe chat_label_is_mixed(hosts, start, Int32(clamping: bytes.count))
      }
    }

    func skeleton(of label: String) -> String? {
      unsafe converted(label) { unsafe chat_label_skeleton($0, $1, $2, $3, $4) }
    }

    /// What `convert` writes for a name; nil when it cannot.
    @unsafe func converted(
      _ name: String,
      _ convert: (OpaquePointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<CChar>, Int32) -> Int32
    ) -> String? {
      let bytes = name.utf8.map { CChar(bitPattern: $0) }
      guard let hosts = unsafe hosts, !bytes.isEmpty, bytes.count <= Self.limit else { return nil }
      return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.limit * 2) { buffer in
        unsafe bytes.withUnsafeBufferPointer { bytes -> String? in
          guard let from = bytes.baseAddress, let to = buffer.baseAddress else { return nil }
          let length = unsafe convert(hosts, from, Int32(bytes.count), to, Int32(Self.limit * 2))
          guard length >= 0, length <= Self.limit * 2 else { return nil }
          return unsafe String(
            decoding: UnsafeRawBufferPointer(start: to, count: Int(length)), as: UTF8.self)
        }
      }
    }
  }
}
