import Foundation
import Testing

@testable import ChatImport
@testable import ImportKit
@testable import TeamFormats

@Suite struct CSVReaderTests {
  private func records(_ text: String, separator: UInt8? = nil) -> [[String]] {
    var reader = CSVReader(InputBytes(Array(text.utf8)), separator: separator)
    var records: [[String]] = []
    while let record = reader.next() { records.append(record.fields) }
    return records
  }

  @Test(
    "Records are read as RFC 4180 and its writers have them",
    arguments: [
      ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]), ("\u{FEFF}a;b\n1;2", [["a", "b"], ["1", "2"]]),
      ("a\tb\r1\t2", [["a", "b"], ["1", "2"]]), ("a,\"x,\"\"y\"\"\nz\"\n", [["a", "x,\"y\"\nz"]]),
      ("a,\n,\n", [["a", ""], ["", ""]]), ("\n\na\n\n", [["a"]]), ("", []), ("\"\"", [[""]]),
      // A quote that was not doubled, and one that is not closed.
      ("\"say \"hi\" now\",b", [["say \"hi\" now", "b"]]), ("a,\"b\nc", [["a", "b\nc"]]),
      ("a\"b,c", [["a\"b", "c"]]),
    ])
  func reading(text: String, expected: [[String]]) { #expect(records(text) == expected) }

  @Test("Records know their line and offset")
  func origins() {
    var reader = CSVReader(InputBytes(Array("a,b\n\"1\n2\",c\n\nd,e".utf8)))
    var origins: [[Int]] = []
    while let record = reader.next() { origins.append([record.line, record.offset]) }
    #expect(origins == [[1, 0], [2, 4], [5, 13]])
  }

  @Test("The files of csv-spectrum are read as its JSON says")
  func spectrum() throws {
    guard let folder = TestData.shared("conformance/csv-spectrum", for: "tables") else { return }
    let tables = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "csvs").path)
      .sorted()
    #expect(tables.count > 8)
    for name in tables {
      let bytes = try InputBytes(contentsOf: folder.appending(path: "csvs/\(name)").path)
      let json = folder.appending(path: "json/\(name.replacing(".csv", with: ".json"))")
      // Git has made line feeds of the carriage returns in the tables.
      let expected = try JSONDecoder().decode([[String: String]].self, from: Data(contentsOf: json))
        .map { $0.mapValues { $0.replacing("\r\n", with: "\n") } }
      var reader = CSVReader(bytes, separator: UInt8(ascii: ","))
      let names = reader.next()?.fields ?? []
      var found: [[String: String]] = []
      while let record = reader.next() {
        found.append(Dictionary(zip(names, record.fields)) { first, _ in first })
      }
      #expect(found == expected, "\(name)")
    }
  }
}
