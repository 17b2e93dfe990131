import ChatModel
import Foundation
import TestSupport
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit

@Suite struct JSONFuzzTests {
  @Test(
    "No damaged file traps: it is read, or refused with an offset inside it",
    arguments: [ImportFormat.chatexport, .telegram])
  func mutations(format: ImportFormat) throws {
    let name =
      format == .chatexport
      ? "chatexport/every-kind/every-kind.json" : "telegram/every-kind/input/result.json"
    let seed = Array(try Data(contentsOf: TestData.fixtures.appending(path: name)))
    let alphabet =
      Array(#"{}[]",:\/0123456789.-+eEtruefalsnx"#.utf8) + [
        0, 1, 0x0A, 0x20, 0x80, 0xBF, 0xC3, 0xED, 0xF4, 0xFF,
      ]
    var random = SplitMix64(seed: 0x5EED)
    var (read, refused) = (0, 0)
    for _ in 0..<1500 {
      var bytes = seed
      for _ in 0...random.below(2) {
        let offset = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[offset] = random.pick(alphabet)
        case 1: bytes.insert(random.pick(alphabet), at: offset)
        case 2: bytes.removeSubrange(offset..<min(bytes.count, offset + 1 + random.below(9)))
        default: bytes.removeSubrange((bytes.count - random.below(40))...)
        }
      }
      let input = ImportInput(path: "f", bytes: bytes)
      _ = try? ImportFormat.recognise(input)
      var log = DiagnosticLog()
      do {
        for source in try format.open(input, options: ImportOptions(), log: &log) { _ = try Reading(source) }
        read += 1
      } catch let error as ImportError {
        if case .malformed(let origin, _, _) = error, let offset = origin.offset {
          #expect(offset <= bytes.count)
        }
        refused += 1
      }
    }
    // Both happen often, or the test would try nothing.
    #expect(read > 100 && refused > 100)
  }

  @Test(
    "No number traps, however large or small, wherever one stands",
    arguments: [ImportFormat.chatexport, .telegram])
  func extremes(format: ImportFormat) throws {
    let name =
      format == .chatexport
      ? "chatexport/every-kind/every-kind.json" : "telegram/every-kind/input/result.json"
    let seed = try String(contentsOf: TestData.fixtures.appending(path: name), encoding: .utf8)
    // Digits alone are numbers as well when they are quoted.
    let numbers = seed.matches(of: /[:\[,]\s*("-?\d+"|-?\d+(?:\.\d+)?)(?=\s*[,\]}])/).map(\.output.1)
    var read = 0
    for number in numbers {
      for extreme in [
        "\(Int64.min)", "\(Int64.max)", "\(UInt64.max)", "-1", "0", "0.5", "1e308", "-1e308", "1e-320",
        "1\(String(repeating: "0", count: 40))",
      ] {
        let isQuoted = number.hasPrefix("\"")
        let json = seed.replacingCharacters(
          in: number.startIndex..<number.endIndex, with: isQuoted ? "\"\(extreme)\"" : extreme)
        var log = DiagnosticLog()
        do {
          for source in try format.open(
            ImportInput(path: "f", bytes: Array(json.utf8)), options: ImportOptions(), log: &log)
          {
            _ = try Reading(source)
          }
          read += 1
        } catch is ImportError {}
      }
    }
    #expect(numbers.count > 20 && read > 5 * numbers.count)
  }
}
