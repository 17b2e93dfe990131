// Boundary to the C parts of this target: the files compiled into the program (`CSiteAssets`), which are passed on without
// copying, and the WOFF2 encoder (`CWoff2`).

import CSiteAssets
import CWoff2
import Storage

/// The files compiled into the program.
enum EmbeddedFiles {
  /// The number of files.
  static var count: Int { site_asset_count() }

  /// Returns the path of a file (``SiteAssets``), such as `Public/chat.css`.
  static func path(_ index: Int) -> String { unsafe String(cString: asset(index).path) }

  /// Returns the bytes of a file without copying them.
  static func constant(_ index: Int) -> ConstantBytes {
    let asset = unsafe asset(index)
    return unsafe ConstantBytes(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
  }

  private static func asset(_ index: Int) -> SiteAsset { unsafe site_asset(index) }
}

/// Google's WOFF2 encoder.
enum WOFF2Encoder {
  /// Returns an OpenType font as WOFF2, or nil if it is not a font. `quality` is Brotli's, 0 to 11.
  static func woff2(_ sfnt: [UInt8], quality: Int32) -> [UInt8]? {
    let capacity = unsafe sfnt.withUnsafeBufferPointer {
      unsafe cwoff2_bound($0.baseAddress, $0.count)
    }
    let woff2 = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
      written = unsafe sfnt.withUnsafeBufferPointer {
        unsafe cwoff2_compress($0.baseAddress, $0.count, quality, output.baseAddress, capacity)
      }
    }
    return woff2.isEmpty ? nil : woff2
  }
}
