import HTML
import Storage
import Testing

@testable import SiteWriter

@Suite struct PageMapTests {
  private func files(_ map: PageMap, shardsAtATime: Int = 256) throws -> [String: String] {
    var files: [String: String] = [:]
    try map.write(shardsAtATime: shardsAtATime) { files[$0] = String(decoding: $1, as: UTF8.self) }
    return files
  }

  private func page(_ height: Int, _ days: [PageMap.Day] = []) -> PageMap.Page {
    PageMap.Page(height: height, wideHeight: height - 1, days: days)
  }

  /// The map of pages whose messages have the ids 1, 2, 3, …
  private func map(
    pageSize: Int, messages: Int, months: [PageMap.Month] = [], pages: [PageMap.Page]
  ) -> PageMap {
    var ids = SpillingArray<UInt32>()
    for id in 0..<messages { ids.append(AnchorName.hash(String(id + 1))) }
    return PageMap(pageSize: pageSize, messages: messages, months: months, pages: pages, ids: ids)
  }

  @Test("A single page has its height, days and months in one file, and no files of ids")
  func single() throws {
    let map = map(
      pageSize: 500, messages: 3, months: [.init(year: 2026, month: 5, firstIndex: 0)],
      pages: [page(6400, [.init(day: 20_574, firstIndex: 0), .init(day: 20_576, firstIndex: 2)])])
    #expect(
      try files(map) == [
        "all.js":
          "location.protocol==\"file:\"&&chatexport(\"all\",{\"size\":500,\"messages\":3,\"pages\":1,\"bits\":0,\"wide\":1,\"months\":[24316,0],\"files\":{\"0\":{\"heights\":[6400],\"wideHeights\":[6399],\"days\":[20574,0,2,2]}}})\n"
      ])
  }

  @Test("Small files of a single page are in the overview, until it is full")
  func included() throws {
    var map = map(pageSize: 500, messages: 3, pages: [page(6400)])
    let people = DataScript.bytes(named: "people", content: Array("{\"people\":[]}".utf8))
    let index = DataScript.bytes(named: "s", content: [UInt8](repeating: 0x30, count: 8192))
    let included = (map.include("people.js", people), map.include("s.js", index))
    #expect(included == (true, false))
    #expect(try files(map)["all.js"]?.hasSuffix(",\"people\":{\"people\":[]}}})\n") == true)
    var longer = self.map(pageSize: 2, messages: 3, pages: [page(64), page(64)])
    let isIncluded = longer.include("people.js", people)
    #expect(!isIncluded)
  }

  @Test("A conversation without messages has an overview alone")
  func empty() throws {
    let map = map(pageSize: 500, messages: 0, pages: [])
    #expect(try files(map).keys.sorted() == ["all.js"])
  }

  @Test("A group of pages that begins within a day says which")
  func withinADay() throws {
    let pages = (0..<300).map { page(64, $0 == 3 ? [.init(day: 9, firstIndex: 7)] : []) }
    let files = try files(map(pageSize: 2, messages: 600, pages: pages))
    #expect(files["all.js"]?.contains("\"heights\":[16384,2816],\"wideHeights\":[16128,2772]") == true)
    #expect(files["0.js"]?.contains("\"days\":[9,7]") == true)
    #expect(files["1.js"]?.contains("\"days\":[9,512]") == true)
  }

  @Test("Every id is in the shard that the low bits of its hash name, with its page")
  func ids() throws {
    let map = map(pageSize: 500, messages: 10_000, pages: (0..<20).map { _ in page(64) })
    let files = try files(map)
    #expect(try files == self.files(map, shardsAtATime: 3))
    let shards = files.keys.filter { $0.hasPrefix("i") }
    #expect(shards.count == 8)
    for id in stride(from: 1, through: 10_000, by: 777) {
      let hash = AnchorName.hash(String(id))
      let shard = try #require(files["i\(hash & 7).js"])
      let list = try #require(shard.split(separator: "\"").dropFirst(5).first)
      let key = String(Int(hash >> 3) % (36 * 36 * 36 * 36), radix: 36)
      let entry =
        String(repeating: "0", count: 4 - key.count) + key + String((id - 1) / 500, radix: 36)
      let entries = stride(from: 0, to: list.utf8.count, by: 5).map {
        String(list.dropFirst($0).prefix(5))
      }
      #expect(entries.contains(entry), "\(id)")
    }
  }

  @Test("Hashes are those of the HTML ids, FNV-1a of 32 bits")
  func hashes() {
    #expect(AnchorName.hash("1") == 0x2738_35DA)
    #expect(AnchorName.hash("a b") == fnv("m-a~20b"))
    #expect(AnchorName.hash("é") == fnv("m-é"))
    #expect(AnchorName.hash("1") == fnv("m-1"))
  }

  private func fnv(_ text: String) -> UInt32 {
    text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
