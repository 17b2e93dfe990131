import SiteFiles
import SiteWriter
import TestSupport
import Testing
import Themes

/// Reads themes, the user's from memory.
enum Reading {
  private struct Missing: Error, CustomStringConvertible {
    var description: String { "there is no such file" }
  }

  static func library(_ files: [String: String] = [:]) throws -> ThemeLibrary {
    ThemeLibrary(assets: try SiteAssets()) { path in
      guard let text = files[path] else { throw Missing() }
      return Array(text.utf8)
    }
  }

  /// The look of a theme file with these members beside its format.
  static func look(_ members: String) throws -> Look {
    try library(["mine.json": file(members)]).look("mine.json")
  }

  /// The mistakes in such a file, at the default width.
  static func mistakes(_ members: String) throws -> [String] {
    try mistakes(of: ["mine.json": file(members)])
  }

  static func mistakes(of files: [String: String]) throws -> [String] {
    let library = try library(files)
    do throws(ThemeError) {
      _ = try library.look("mine.json").fitted(toWidth: nil, chosen: "mine.json")
      return []
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }

  static func file(_ members: String) -> String { "{ \"theme\": \"chatexport-theme/1\", \(members) }" }
}
