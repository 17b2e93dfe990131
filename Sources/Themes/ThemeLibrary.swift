import BubbleLayout
public import SiteFiles
import SiteWriter

/// Finds and reads themes: those that come with the program, by name, and the user's files.
public struct ThemeLibrary: Sendable {
  /// The value of `format` in a theme file.
  public static let format = "chatexport-theme/1"
  /// The theme that extends no other; files extend it by default.
  static let root = "standard"
  /// More files than are ever stacked, fewer than in an endless loop of links.
  private static let mostFiles = 16

  private let assets: SiteAssets
  private let read: @Sendable (String) throws -> [UInt8]

  /// The themes among `assets`, and the files that `read` returns for a path.
  public init(assets: SiteAssets, read: @escaping @Sendable (String) throws -> [UInt8]) {
    (self.assets, self.read) = (assets, read)
  }

  /// The themes that are chosen by name.
  public var names: [String] { assets.themes }

  /// True if a choice that is not a theme's name is a file's path: it has a `/` or a `.` in it.
  public static func isPath(_ choice: String) -> Bool { choice.contains { $0 == "/" || $0 == "." } }

  /// The theme of this name or in this file.
  public func look(_ choice: String) throws(ThemeError) -> Look {
    var reading = ThemeReading()
    var chain: [(file: String, tree: JSONTree)] = []
    var location: ThemeLocation? = try self.location(of: choice)
    var seen: [ThemeLocation] = []
    while let current = location {
      seen.append(current)
      let bytes = try self.bytes(of: current)
      reading.look.sources.append(bytes)
      switch current {
      case .builtIn(let name): if reading.look.name.isEmpty { reading.look.name = name }
      case .file(let path): reading.look.files.append(Look.File(path: path, bytes: bytes))
      }
      let tree = try Self.tree(bytes, of: current.shown)
      chain.append((current.shown, tree))
      location = nil
      let name: String
      switch tree.member("extends") {
      case nil:
        if current == .builtIn(Self.root) { continue }
        name = Self.root
      case .text(let text): name = text
      case .some(let other):
        reading.add(
          "extends", "is \(other.shown); expected the name or the file of a theme", in: current.shown)
        continue
      }
      do {
        let next = try self.location(of: name, beside: current)
        if seen.contains(next) || seen.count == Self.mostFiles {
          reading.add(
            "extends", "extends itself: \((seen + [next]).map(\.shown).joined(separator: " → "))",
            in: current.shown)
        } else {
          location = next
        }
      } catch {
        reading.add("extends", error.mistakes[0].text, in: current.shown)
      }
    }
    for (file, tree) in chain.reversed() { reading.apply(tree, from: file) }
    return try reading.finished(chosen: choice)
  }

  private static func tree(_ bytes: [UInt8], of file: String) throws(ThemeError) -> JSONTree {
    do {
      return try JSONTree(json5: bytes)
    } catch {
      // The decoder does not report the position.
      throw ThemeError("it is not JSON; look for a missing comma, quotation mark or bracket", file: file)
    }
  }

  private func bytes(of location: ThemeLocation) throws(ThemeError) -> [UInt8] {
    do {
      switch location {
      case .builtIn(let name): return try assets.theme(named: name)
      case .file(let path): return try read(path)
      }
    } catch {
      throw ThemeError("it cannot be read: \(error)", file: location.shown)
    }
  }
}

extension ThemeLibrary {
  /// The location of a theme.
  private enum ThemeLocation: Equatable {
    case builtIn(String)
    case file(String)

    var shown: String {
      switch self {
      case .builtIn(let text), .file(let text): text
      }
    }
  }

  /// Returns the location of the theme with this name. Paths in a file start at its folder.
  private func location(of name: String, beside other: ThemeLocation? = nil) throws(ThemeError)
    -> ThemeLocation
  {
    if names.contains(name) { return .builtIn(name) }
    guard Self.isPath(name) else {
      let meant = Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'? " } ?? ""
      throw ThemeError(
        "there is no theme '\(name.shortened)'; \(meant)there are: \(names.joined(separator: ", ")); "
          + "for your own file give its path, e.g. ./\(name.shortened).json", file: name.shortened)
    }
    guard !name.hasPrefix("/"), case .file(let path) = other, let slash = path.lastIndex(of: "/") else {
      return .file(name)
    }
    return .file(path[...slash] + name)
  }
}

extension JSONTree {
  /// The member of this name, if the value is an object that has it.
  func member(_ name: String) -> JSONTree? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}
