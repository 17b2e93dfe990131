import ArgumentParser
import ExportPipeline
import ImportKit

/// The option that says what the columns of a table are.
struct MapOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The columns of a table (CSV, TSV, JSON, SQLite): at=created_at,from=sender,text=body, or a file with a pair a line (may be repeated; see 'chatexport help tables').",
      valueName: "map"),
    completion: .file())
  var map: [String] = []

  /// The most bytes of a file.
  private static let sizeLimit = 64 * 1024

  /// Sets the map of the options.
  ///
  /// - Throws: ``ExportError/usage(_:)`` if a map has a mistake, or its file cannot be read.
  func set(_ options: inout ExportOptions) throws(ExportError) {
    guard !map.isEmpty else { return }
    var whole: TableMap?
    for text in map {
      let part: TableMap
      if TableMap.isList(text) {
        do throws(TableMap.Mistake) { part = try TableMap(list: text) } catch {
          throw .usage("--map: \(error.message)")
        }
      } else {
        part = try Self.file(text)
        options.mapFiles.append(text)
      }
      if whole == nil { whole = part } else { whole?.add(part) }
    }
    options.map = whole?.lines
  }

  private static func file(_ path: String) throws(ExportError) -> TableMap {
    let bytes: InputBytes
    do throws(ImportError) { bytes = try InputBytes(contentsOf: path) } catch {
      let fields = TableMap.Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage(
        path.contains("=")
          ? "--map '\(path)' begins with none of the fields \(fields); write pairs such as at=created_at,from=sender,text=body"
          : "--map: \(error.message)")
    }
    guard bytes.count <= sizeLimit else {
      throw .usage("--map \(path) is no map, but a large file; write a pair a line")
    }
    do throws(TableMap.Mistake) {
      return try TableMap(lines: bytes.repairedString(in: 0..<bytes.count), name: path)
    } catch {
      throw .usage("--map \(error.message)")
    }
  }
}
