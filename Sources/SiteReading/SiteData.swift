#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A script of a site that has data: `…chatexport("name",data)`.
public enum SiteData {
  /// Returns the data of a script, which is JSON; `null` if it has none.
  public static func json(of script: [UInt8]) -> [UInt8] {
    guard let range = range(in: script) else { return Array("null".utf8) }
    return Array(script[range])
  }

  /// Returns JSON that is a string of markup with that changed; the JSON itself if it is something else.
  public static func changingMarkup<Failure: Error>(
    of json: [UInt8], _ change: ([UInt8]) throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    guard let markup = try? JSONDecoder().decode(String.self, from: Data(json)) else { return json }
    let changed = try change(Array(markup.utf8))
    return (try? JSONEncoder().encode(String(decoding: changed, as: UTF8.self))).map { Array($0) } ?? json
  }

  /// Returns a script whose markup is changed; see ``changingMarkup(of:_:)``.
  public static func changingMarkup<Failure: Error>(
    ofScript script: [UInt8], _ change: ([UInt8]) throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    guard let range = range(in: script) else { return script }
    return script[..<range.lowerBound] + (try changingMarkup(of: Array(script[range]), change))
      + script[range.upperBound...]
  }

  private static func range(in script: [UInt8]) -> Range<Int>? {
    guard let comma = script.firstIndex(of: UInt8(ascii: ",")),
      let end = script.lastIndex(of: UInt8(ascii: ")")), comma < end
    else { return nil }
    return (comma + 1)..<end
  }
}
