import ChatImport
import ImportKit

/// The readable list of formats, with the parts of each that are represented.
public enum FormatList {
  /// The names of all formats.
  public static var names: [String] { ImportFormat.allCases.map(\.name) }

  /// All formats with their parts, as `chatexport formats` prints them.
  public static var text: String {
    ImportFormat.allCases.map { format in
      let lines = format.capabilities.map { capability in
        let extent =
          switch capability.extent {
          case .full: "yes"
          case .partly: "partly"
          case .none: "no"
          }
        return "  \(extent)\t\(capability.part)" + (capability.remark.map { ": \($0)" } ?? "")
      }
      return "\(format.rawValue) – \(format.name)\n" + lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
