import Foundation
import Testing

@testable import ImportKit

@Suite struct InputBytesTests {
  @Test("Thousands of files are mapped at a time, let go in any order, and read again after a rest")
  func many() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = (0..<50).map { folder.appending(path: "\($0)").path }
    for (number, path) in paths.enumerated() {
      #expect(FileManager.default.createFile(atPath: path, contents: Data("file \(number)".utf8)))
    }
    // More than a block of the list of mappings, twice.
    for round in 0..<2 {
      var mapped = try (0..<2500).map { try (number: $0 % 50, bytes: InputBytes(contentsOf: paths[$0 % 50])) }
      if round == 0 { mapped.reverse() }
      while mapped.count > 3 {
        for file in mapped.suffix(3) {
          file.bytes.rest()
          #expect(file.bytes.repairedString(in: 0..<file.bytes.count) == "file \(file.number)")
        }
        mapped.removeFirst(min(500, mapped.count - 3))
      }
    }
  }

  #if os(Linux)
    @Test("Blocks of 256 kB that end in a range are returned to the system, and can be read again")
    func restingInPieces() throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).bytes").path
      let content = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 1000) })
      #expect(FileManager.default.createFile(atPath: path, contents: content))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let bytes = try InputBytes(contentsOf: path)
      let readable = { (0..<1000).allSatisfy { bytes[$0 * 1000] == UInt8(truncatingIfNeeded: $0) } }
      #expect(readable())
      let whole = try residentKilobytes(ofFile: path)
      bytes.rest(in: 1000..<200_000)
      #expect(try residentKilobytes(ofFile: path) == whole)
      bytes.rest(in: 200_000..<600_000)
      #expect(try residentKilobytes(ofFile: path) == whole - 512)
      #expect(readable())
      bytes.rest(in: 600_000..<1_000_000)
      #expect(try residentKilobytes(ofFile: path) == whole - 256)
    }

    /// Returns the part of a mapped file that is in memory.
    private func residentKilobytes(ofFile path: String) throws -> Int {
      let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
      let lines = String(decoding: try #require(try file.readToEnd()), as: UTF8.self).split(separator: "\n")
      let start = try #require(lines.firstIndex { $0.hasSuffix(path) })
      let line = try #require(lines[start...].first { $0.hasPrefix("Rss:") })
      return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
  #endif

  @Test("Invalid UTF-8 is found at every distance from words of ASCII")
  func invalidUTF8() {
    let parts: [[UInt8]] = [
      Array("é".utf8), Array("日".utf8), Array("😀".utf8), [0xE6, 0x97], [0xF0, 0x9F], [0x80], [0xC0, 0x80],
      [0xED, 0xA0, 0x80],
    ]
    for before in 0..<20 {
      for after in 0..<20 {
        for part in parts {
          let text = Array(repeating: 0x61, count: before) + part + Array(repeating: 0x62, count: after)
          let isValid = String(validating: text, as: UTF8.self) != nil
          let found = InputBytes(text).firstInvalidUTF8(in: 0..<text.count)
          #expect(found == (isValid ? nil : before), "\(before) \(part) \(after)")
        }
      }
    }
  }
}
