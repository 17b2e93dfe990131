import MediaProbe
import Storage
import SystemCalls

/// The identity of this program: its own code and the code of its libraries.
///
/// Two runs with one identity make equal pages from equal messages. A version number is not enough: it stays
/// unchanged during development, and does not change with the system's libraries.
public enum ProgramIdentity {
  /// SHA-256 over the build ids of all code, and over the code files without one; nil if the system does not list its
  /// code or a file cannot be read.
  public static let current: String? = {
    var encoder = StableEncoder()
    var filesWithoutID: [String] = []
    for object in SystemCall.loadedObjects() {
      encoder.add(object.buildID)
      // Libraries are identified by content alone; their location does not matter.
      if object.buildID.isEmpty {
        filesWithoutID.append(object.path.isEmpty ? "/proc/self/exe" : object.path)
      }
      encoder.add(object.buildID.isEmpty)
    }
    guard !encoder.isEmpty else { return nil }
    for file in filesWithoutID {
      guard let digest = try? MediaFile(path: file).sha256() else { return nil }
      encoder.add(digest)
    }
    return encoder.digest()
  }()
}
