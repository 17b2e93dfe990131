/// A script as a site has it: without indentation, blank lines, and comments on lines of their own. These are for readers of the
/// sources, and were 30 % of what an opened page loads of scripts, compressed.
///
/// The rule knows lines and no syntax. It is right as long as no line lies inside a template literal or a string, where blanks
/// count; `SiteAssetsTests` refuses such lines in our scripts, and scripts of the user's are not changed. Line ends stay, because
/// they end statements that have no semicolon.
enum SiteScript {
  /// Returns the lines of a script that have code, without their indentation.
  static func code(of source: [UInt8]) -> [UInt8] {
    var code: [UInt8] = []
    code.reserveCapacity(source.count)
    for line in source.split(separator: UInt8(ascii: "\n")) {
      let statement = line.drop { $0 == UInt8(ascii: " ") }
      if statement.isEmpty || statement.starts(with: "//".utf8) { continue }
      code += statement
      code.append(UInt8(ascii: "\n"))
    }
    return code
  }
}
