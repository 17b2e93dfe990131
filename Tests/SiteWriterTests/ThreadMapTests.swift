import SiteWriter
import Testing

@Suite struct ThreadMapTests {
  /// The files of threads, each with what it passes to `chatexport`.
  private static func files(_ messages: [UInt32], _ firsts: [UInt32]) -> [String: String] {
    var files: [String: String] = [:]
    ThreadMap(messages: messages, firsts: firsts).write { name, bytes in
      files[name] = String(decoding: bytes, as: UTF8.self)
    }
    return files.mapValues { script in
      String(script.drop { $0 != "[" }.prefix { $0 != ")" })
    }
  }

  @Test("Each message has the distances to its neighbours in the thread, its number and the thread's count")
  func links() {
    // Threads of the messages 3, 5, 9 and of 4, 8.
    let files = Self.files([3, 4, 5, 8, 9], [0, 1, 0, 1, 0])
    #expect(
      files == ["t0.js": "[3,0,2,0,3,1,0,4,0,2,1,2,4,1,3,3,4,0,1,2,1,4,0,2,3]"])
  }

  @Test("A thread goes on over files, of which one without threads is an empty list")
  func overFiles() {
    let files = Self.files([8_191, 8_192, 24_576], [0, 0, 0])
    #expect(
      files == [
        "t0.js": "[8191,0,1,0,3]", "t1.js": "[0,1,16384,1,3]", "t2.js": "[]", "t3.js": "[0,16384,0,2,3]",
      ])
  }

  @Test("A conversation without threads has no files")
  func none() {
    #expect(ThreadMap(messages: [], firsts: []).files == 0)
    #expect(Self.files([], []).isEmpty)
  }

  @Test("A thread of all messages makes no file larger than its 8,192 messages need")
  func long() {
    let count = 20_000
    let files = Self.files((0..<UInt32(count)).map { $0 }, [UInt32](repeating: 0, count: count))
    #expect(files.count == 3)
    #expect(files.values.allSatisfy { $0.utf8.count <= 8_192 * "1,1,1,19999,20000,".utf8.count })
  }
}
