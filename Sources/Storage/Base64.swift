/// Base64 with its padding (RFC 4648 §4).
public enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Adds the digits of some bytes.
  public static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let count = min(3, bytes.endIndex - index)
      var word = UInt32(bytes[index]) << 16
      if count > 1 { word |= UInt32(bytes[index + 1]) << 8 }
      if count > 2 { word |= UInt32(bytes[index + 2]) }
      text.append(digits[Int(word >> 18)])
      text.append(digits[Int(word >> 12 & 63)])
      text.append(count > 1 ? digits[Int(word >> 6 & 63)] : UInt8(ascii: "="))
      text.append(count > 2 ? digits[Int(word & 63)] : UInt8(ascii: "="))
      index += count
    }
  }

  /// Returns the digits of some bytes.
  public static func text(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    append(Array(bytes)[...], to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
