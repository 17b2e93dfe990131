#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The mounts this process sees, from Linux's `/proc/self/mountinfo` (proc(5)); empty on other systems.
struct MountTable {
  /// One mount: a subtree of a file system, and where it is visible.
  private struct Mount {
    /// `major:minor` of the file system.
    var device: Substring
    /// The root of the subtree, as a path in the file system.
    var root: String
    /// The path at which the subtree is mounted.
    var point: String
  }

  private let mounts: [Mount]

  /// Parses the contents of a `mountinfo` file.
  init(_ text: String) {
    mounts = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 5)
      guard fields.count > 4 else { return nil }
      return Mount(device: fields[2], root: Self.unescaped(fields[3]), point: Self.unescaped(fields[4]))
    }
  }

  /// Reads the mounts of this process.
  static func current() -> MountTable {
    let bytes = (try? Data(contentsOf: URL(filePath: "/proc/self/mountinfo"))) ?? Data()
    return MountTable(String(decoding: bytes, as: UTF8.self))
  }

  /// True if the folder at `path`, absolute and without symbolic links, is also visible at another path as the root of
  /// a bind mount. Such a mount holds the folder itself, so it would keep showing a folder that was renamed away.
  func isBindSource(_ path: String) -> Bool {
    func isWithin(_ mount: Mount) -> Bool {
      mount.point == "/" || path == mount.point || path.hasPrefix(mount.point + "/")
    }
    // Later lines override earlier ones with the same mount point.
    guard
      let own = mounts.filter(isWithin).enumerated()
        .max(by: { ($0.element.point.utf8.count, $0.offset) < ($1.element.point.utf8.count, $1.offset) })?
        .element
    else { return false }
    let rest = own.point == "/" ? path : String(path.dropFirst(own.point.count))
    let inFileSystem = own.root == "/" ? rest : own.root + rest
    return mounts.contains { $0.device == own.device && $0.root == inFileSystem && $0.point != path }
  }

  /// Decodes `\040` and the other octal escapes of the kernel's table.
  private static func unescaped(_ field: Substring) -> String {
    guard field.contains("\\") else { return String(field) }
    var bytes: [UInt8] = []
    var rest = field.utf8
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "\\"), rest.count >= 3,
        let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest.removeFirst(3)
      } else {
        bytes.append(first)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
