import Foundation
import TestSupport
import Testing

@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct BinaryPropertyListTests {
  private static func list(_ value: Any) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
  }

  @Test("Values are read as Foundation wrote them")
  func values() throws {
    let long = String(repeating: "é", count: 300)
    let list = try #require(
      BinaryPropertyList(
        try Self.list(["text": "abc", "wide": long, "number": -5, "real": 1.5, "list": [1, 300, 70_000]])))
    func value(_ key: String) -> BinaryPropertyList.Value {
      list.member(key, of: list.root).map(list.value) ?? .none
    }
    #expect({ if case .text("abc") = value("text") { true } else { false } }())
    #expect({ if case .text(long) = value("wide") { true } else { false } }())
    #expect({ if case .integer(-5) = value("number") { true } else { false } }())
    #expect({ if case .real(1.5) = value("real") { true } else { false } }())
    guard case .array(let numbers) = value("list") else {
      Issue.record("no list")
      return
    }
    let integers = numbers.compactMap { if case .integer(let value) = list.value($0) { value } else { nil } }
    #expect(integers == [1, 300, 70_000])
    #expect(list.member("missing", of: list.root) == nil)
  }

  @Test("Bytes that break the rules give values or none")
  func hostile() throws {
    let good = try Self.list([
      "$top": ["root": 1], "$objects": ["$null", ["NS.relative": 2, "a": ["b", Data([1, 2])]], "x"],
    ])
    var random = SplitMix64(seed: 7)
    for turn in 0..<20_000 {
      var bytes = turn % 4 == 0 ? Array(good.prefix(Int(random.next() % UInt64(good.count)))) : good
      for _ in 0..<(1 + turn % 5) where !bytes.isEmpty {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = KeyedArchive(bytes)?.root["a"]?.text
      _ = MessageHistory(bytes)
      guard let list = BinaryPropertyList(bytes) else { continue }
      for number in -1..<20 { _ = list.value(number) }
    }
  }
}
