/// The reasons that a site cannot be written. The existing site is unchanged when one of these is thrown.
public enum OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path is a file that was not made by this program.
  case notOurFile(path: String)
  /// The path of a file is a folder, a pipe or a device.
  case notAPlainFile(path: String)
  /// The folder of a file does not exist.
  case noFolder(path: String)
  /// The folder has entries that were not made by this program.
  case notASite(path: String, holding: [String])
  /// The path is a file or folder that was not made by this program.
  case foreign(path: String)
  /// The path is a folder or a device, not a file.
  case notAFile(path: String)
  /// The path is a file, not a folder.
  case notAFolder(path: String)
  /// The path is, or holds, the folder the program runs in.
  case holdsWorkingFolder(path: String)
  /// The path is, or holds, an input of the run, which replacing it would destroy.
  case holdsInput(path: String, input: String)
  /// The path is a symbolic link to something that does not exist.
  case leadsNowhere(path: String)
  /// A path inside the site would be outside it.
  case outside(path: String)
  /// A path inside the site has a character that a line of the manifest cannot have.
  case unlistable(path: String)
  /// A file that no export wrote has a name needed by the new site.
  case inTheWay(path: String)
  /// A socket, pipe or device that no export made is in a folder of the site.
  case cannotCarry(path: String)
  /// A file to be copied cannot be read to its end.
  case unreadable(path: String, reason: String)
  /// The system refused a step.
  case failed(step: String, path: String, reason: String)

  /// The sentence that names the path and the remedy.
  public var description: String {
    switch self {
    case .notOurFile(let path):
      "\(path) is a file that chatexport did not write; choose another name (--force would delete it)"
    case .notAPlainFile(let path): "\(path) is a folder, a pipe or a device; choose another name"
    case .noFolder(let path): "the folder \(path) does not exist; create it first"
    case .notASite(let path, let names):
      "\(path) has \(Self.list(names)), which chatexport did not write; choose another folder (--force would delete \(names.count == 1 ? "it" : "all of it"))"
    case .foreign(let path):
      "\(path) was not written by chatexport; choose another name (--force would delete it)"
    case .notAFile(let path): "\(path) is not a file; choose another name"
    case .notAFolder(let path): "\(path) is a file; choose a folder"
    case .holdsWorkingFolder(let path):
      "\(path) is or contains the current folder; choose another folder"
    case .holdsInput(let path, let input):
      "\(path) is or contains '\(input)', an input of this run; choose another folder, or move the input"
    case .leadsNowhere(let path):
      "\(path) is a link to something that does not exist; create it, or remove the link"
    case .outside(let path): "\(path) would lie outside the site"
    case .unlistable(let path):
      "'\(path)' has a line break, another control character or a backslash in its name, which the list of the site's files cannot have; rename it"
    case .inTheWay(let path):
      "\(path) is not part of the earlier site, and the new site needs its name; move it away, or rename it"
    case .cannotCarry(let path):
      "\(path) is neither a file, a folder nor a link, so it cannot be carried over; move it out of the site's folder"
    case .unreadable(let path, let reason): "\(path) could not be read: \(reason)"
    case .failed(let step, let path, let reason):
      "\(path) could not be \(step): \(reason); check permissions and free space"
    }
  }

  /// The number of names in a list. Others are counted.
  private static let mostNames = 3

  /// Returns the first of the names in order, each in a line, and the number of the others.
  private static func list(_ names: [String]) -> String {
    let first = names.sorted().prefix(mostNames).map { "'\(String($0.map { $0.isNewline ? " " : $0 }))'" }
    let others = names.count - first.count
    let words = others > 0 ? first + ["\(others) more"] : first
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
