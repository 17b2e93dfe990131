internal import MediaProbe
internal import SystemCalls

/// The identity of this program: its own code and that of the libraries it runs with.
///
/// Two runs with the same identity make the same pages of the same messages. A version number would not do: it stays
/// while the program is worked on, and does not change with the system's libraries.
public enum ProgramIdentity {
  /// SHA-256 over the build ids of all code, and over the files of code that has none; nil where the system does not list
  /// its code or a file cannot be read.
  public static let current: String? = {
    var encoder = StableEncoder()
    var filesWithoutID: [String] = []
    for object in SystemCall.loadedObjects() {
      encoder.add(object.buildID)
      // Libraries are identified by content alone: where they are installed does not matter.
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
