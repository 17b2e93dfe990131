internal import CLoadedObjects
internal import MediaProbe

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
    eachObject { path, id in
      encoder.add(id)
      // Libraries are identified by content alone: where they are installed does not matter.
      if id.isEmpty { filesWithoutID.append(path.isEmpty ? "/proc/self/exe" : path) }
      encoder.add(id.isEmpty)
    }
    guard !encoder.isEmpty else { return nil }
    for file in filesWithoutID {
      guard let digest = try? MediaFile(path: file).sha256() else { return nil }
      encoder.add(digest)
    }
    return encoder.digest()
  }()

  private final class Found { var objects: [(path: String, id: [UInt8])] = [] }

  private static func eachObject(_ body: (_ path: String, _ id: [UInt8]) -> Void) {
    let found = Found()
    withExtendedLifetime(found) {
      unsafe loaded_objects(Unmanaged.passUnretained(found).toOpaque()) { context, path, id, count in
        guard let context = unsafe context, let path = unsafe path else { return }
        let bytes = unsafe Array(UnsafeBufferPointer(start: id, count: id == nil ? 0 : count))
        unsafe Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().objects.append(
          (String(cString: path), bytes))
      }
    }
    for object in found.objects { body(object.path, object.id) }
  }
}
