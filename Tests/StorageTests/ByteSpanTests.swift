import Storage
import Testing

@Suite("Spans of bytes")
struct ByteSpanTests {
  @Test("A byte is found wherever it is, in a span of any length", arguments: [0, 1, 15, 16, 17, 100])
  func contains(count: Int) {
    var bytes = [UInt8](repeating: 0x61, count: count)
    let isFound = bytes.span.contains(0x60)
    #expect(!isFound)
    for index in bytes.indices {
      bytes[index] = 0x60
      let isFound = bytes.span.contains(0x60)
      #expect(isFound)
      bytes[index] = 0x61
    }
  }
}
