import CLoadedObjects
import MediaProbe

/// Which program this is, down to the last instruction: its own code and that of the libraries it runs with.
///
/// Two runs with the same identity make the same pages of the same messages. A version number would not do: it stays
/// while the program is worked on, and knows nothing of the system's libraries.
enum ProgramIdentity {
  /// SHA-256 over the build ids of all code, or over the files of code that has none; nil where the system does not
  /// tell or a file cannot be read.
  static let current: String? = {
    var key = StableEncoder()
    var files: [String] = []
    eachObject { path, id in
      key.add(id)
      // Libraries are told apart by their content alone: where they lie says nothing.
      if id.isEmpty { files.append(path.isEmpty ? "/proc/self/exe" : path) }
      key.add(id.isEmpty)
    }
    guard !key.isEmpty else { return nil }
    for file in files {
      guard let digest = try? MediaFile(path: file).sha256() else { return nil }
      key.add(digest)
    }
    return key.digest()
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
