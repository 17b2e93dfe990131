import Digests
import ImportKit

/// Computes the digests of messages that are parts of one file.
struct MessageDigester: Sendable {
  private let context: ShortDigest

  /// Creates a digester for messages that depend on `facts` as well as on their own bytes.
  init(facts: [String]) {
    // Lengths keep two facts from running into one another.
    let text = facts.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n")
    context = ShortDigest(of: Array(text.utf8).span)
  }

  /// Returns the digest of the message whose bytes are `range` of `bytes`.
  func digest(of range: Range<Int>, in bytes: InputBytes) -> ShortDigest {
    bytes.withBytes(in: range) { ShortDigest(of: $0, behind: context) }
  }
}
