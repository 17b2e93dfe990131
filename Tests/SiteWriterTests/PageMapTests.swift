import SiteWriter
import Testing

@Suite struct PageMapTests {
  private func files(_ map: PageMap) -> [String: String] {
    var files: [String: String] = [:]
    map.write { files[$0] = String(decoding: $1, as: UTF8.self) }
    return files
  }

  private func page(_ height: Int, _ days: [PageMap.Day] = [], ids: ClosedRange<Int>) -> PageMap.Page {
    PageMap.Page(
      height: height, wideHeight: height - 1, days: days, ids: ids.map { AnchorName.hash(String($0)) })
  }

  @Test("A single page has its height, days and months, and no files of ids")
  func single() {
    let map = PageMap(
      pageSize: 500, messages: 3, months: [.init(year: 2026, month: 5, firstIndex: 0)],
      pages: [page(6400, [.init(day: 20_574, firstIndex: 0), .init(day: 20_576, firstIndex: 2)], ids: 1...3)])
    #expect(
      files(map) == [
        "all.js":
          "chatexport(\"all\",{\"size\":500,\"messages\":3,\"pages\":1,\"bits\":0,\"wide\":1,\"months\":[24316,0]})\n",
        "0.js": "chatexport(\"0\",{\"heights\":[6400],\"wideHeights\":[6399],\"days\":[20574,0,2,2]})\n",
      ])
  }

  @Test("A conversation without messages has an overview alone")
  func empty() {
    let map = PageMap(pageSize: 500, messages: 0, months: [], pages: [])
    #expect(files(map).keys.sorted() == ["all.js"])
  }

  @Test("A group of pages that begins within a day says which")
  func withinADay() {
    let pages = (0..<300).map { number in
      page(64, number == 3 ? [.init(day: 9, firstIndex: 7)] : [], ids: number * 2...number * 2 + 1)
    }
    let files = files(PageMap(pageSize: 2, messages: 600, months: [], pages: pages))
    #expect(files["all.js"]?.contains("\"heights\":[16384,2816],\"wideHeights\":[16128,2772]") == true)
    #expect(files["0.js"]?.contains("\"days\":[9,7]") == true)
    #expect(files["1.js"]?.contains("\"days\":[9,512]") == true)
  }

  @Test("Every id is in the shard that the low bits of its hash name, with its page")
  func ids() throws {
    let pages = (0..<20).map { page(64, ids: $0 * 500 + 1...$0 * 500 + 500) }
    let files = files(PageMap(pageSize: 500, messages: 10_000, months: [], pages: pages))
    let shards = files.keys.filter { $0.hasPrefix("i") }
    #expect(shards.count == 8)
    for id in stride(from: 1, through: 10_000, by: 777) {
      let hash = AnchorName.hash(String(id))
      let shard = try #require(files["i\(hash & 7).js"])
      let list = try #require(shard.split(separator: "\"").dropFirst(3).first)
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
