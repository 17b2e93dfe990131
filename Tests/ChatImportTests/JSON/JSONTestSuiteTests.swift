import Foundation
import Testing

@testable import ImportKit

/// nst/JSONTestSuite through the strict reading of a whole document.
@Suite struct JSONTestSuiteTests {
  /// The cases that RFC 8259 leaves open and we refuse: text that is not UTF-8 at its start. Everything else
  /// is read, with numbers beyond range as infinite and ill-formed text repaired.
  static let refused: Set<String> = [
    "i_string_UTF-16LE_with_BOM.json", "i_string_utf16BE_no_BOM.json", "i_string_utf16LE_no_BOM.json",
  ]

  @Test("Valid documents are accepted, invalid ones refused, and open questions decided one way")
  func suite() throws {
    guard let folder = TestData.shared("conformance/json-test-suite/test_parsing", for: "JSONTestSuite")
    else { return }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count > 300)
    for name in names {
      let bytes = try InputBytes(contentsOf: folder.appending(path: name).path)
      let isAccepted: Bool
      do throws(JSONError) {
        try JSONReader.validate(bytes)
        isAccepted = true
      } catch {
        isAccepted = false
      }
      switch name.first {
      case "y": #expect(isAccepted, "\(name) is valid")
      case "n": #expect(!isAccepted, "\(name) is invalid")
      default: #expect(isAccepted == !Self.refused.contains(name), "\(name) is decided otherwise")
      }
    }
  }
}
