import ChatModel
import Digests
import ImportKit

/// Finds the files of attachments, which the database names by their paths on the Mac or iPhone.
struct AttachmentPaths {
  enum AttachmentLayout {
    /// `Attachments` is next to the database.
    case beside
    /// A backup of an iPhone: files are named by the SHA-1 of their domain and path, in folders named by its first two digits.
    case backup
    /// Files taken out of a backup, in folders named by their domains.
    case domains
  }
  private let layout: AttachmentLayout
  private let folder: InputFolder

  init(_ layout: AttachmentLayout, in folder: InputFolder) { (self.layout, self.folder) = (layout, folder) }

  /// Returns the path relative to the export's folder, or nil for a file that was never in the folders of Messages.
  func path(of original: String) -> String? {
    // `~/Library/Messages/Attachments/…`, `/var/mobile/Library/SMS/Attachments/…`
    guard let (folder, rest) = Self.split(original) else { return nil }
    switch layout {
    case .beside: return rest
    case .domains:
      let candidates = ["MediaDomain/", "HomeDomain/", ""].map { "\($0)Library/\(folder)/\(rest)" }
      return candidates.first(where: isThere) ?? candidates[0]
    case .backup:
      let names = ["MediaDomain", "HomeDomain"].map { Self.hash("\($0)-Library/\(folder)/\(rest)") }
      // iOS 9 had no folders in it.
      let candidates = names.map { "\($0.prefix(2))/\($0)" } + names
      return candidates.first(where: isThere) ?? candidates[0]
    }
  }

  /// Returns the name of a file in a backup.
  static func hash(_ path: String) -> String { SHA1.hexDigest(of: path.utf8Span.span) }

  private static func split(_ path: String) -> (folder: String, rest: String)? {
    for folder in ["Messages", "SMS"] {
      let mark = "Library/\(folder)/"
      guard let range = path.firstRange(of: mark), range.upperBound < path.endIndex else { continue }
      return (folder, String(path[range.upperBound...]))
    }
    return nil
  }

  private func isThere(_ file: String) -> Bool { (try? folder.beginning(of: file)) != nil }
}
