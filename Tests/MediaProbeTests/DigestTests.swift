import Digests
import Testing

@Suite("Digests")
struct DigestTests {
  @Test("SHA-256 of the examples in FIPS 180-2, appendix B")
  func sha256() {
    let examples = [
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ]
    for (text, digest) in examples { #expect(SHA256.hexDigest(of: Array(text.utf8).span) == digest) }
  }

  @Test("The SHA-256 of a million letters that come in pieces: FIPS 180-2, appendix B.3")
  func pieces() {
    var digest = SHA256()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 999)
    for _ in 0..<1001 { digest.update(piece.span) }
    digest.update(piece.span.extracting(first: 1))
    #expect(digest.hexDigest() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("SHA-1 of the example in FIPS 180-2, appendix A.1")
  func sha1() {
    #expect(SHA1.hexDigest(of: Array("abc".utf8).span) == "a9993e364706816aba3e25717850c26c9cd0d89d")
  }

  @Test("A short digest behind another one is that of both, one after the other")
  func behind() {
    let (first, second) = (ShortDigest(of: [1, 2, 3].span), ShortDigest(of: [4].span))
    let bytes = [second.first, second.second].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
    }
    let words = [second.first.littleEndian, second.second.littleEndian]
    let (byBytes, byDigests) = (
      ShortDigest(of: bytes.span, behind: first), ShortDigest(of: words.span, behind: first)
    )
    #expect(byBytes == byDigests)
    #expect(byBytes != ShortDigest(of: bytes.span))
  }
}
