import Frames

/// The CSS classes of text in a face, made from the face's own properties.
///
/// They do not depend on the other content of an export, so pages stay unchanged. Every face of a catalogue has
/// its own class.
extension FontCatalog {
  /// Returns the class of the bundled face of a slot: `f0`…`f4`, which cost a page least.
  static func className(of slot: FaceSlot) -> String { "f\(slot.rawValue)" }

  /// Returns the class of a face of the folders, e.g. `f-arabic`, `f-arabic-bold` or `f-jp`.
  ///
  /// All but the first of several files of one family and style also have a number.
  func className(of candidate: FontCandidate) -> String {
    let name = candidate.className
    let same = candidates.filter { $0.family == candidate.family && $0.className(as: candidate) == name }
    let ordinal = same.firstIndex { $0.file == candidate.file } ?? 0
    return ordinal == 0 ? name : "\(name)--\(ordinal + 1)"
  }

  /// Returns true if `text` can be a face's class. Classes are written to markup and style sheets without escaping.
  static func isClassName(_ text: String) -> Bool {
    text.utf8.count >= 2 && text.utf8.first == UInt8(ascii: "f")
      && text.utf8.allSatisfy { isPlain($0) || $0 == 0x2D || $0 == 0x5F }
  }

  /// ASCII digits and lower-case letters.
  fileprivate static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}

extension FontCandidate {
  /// The class of the face, unless another file has the same family and style.
  fileprivate var className: String { className(as: self) }

  /// The class of the face of this file with the number and the instance of another candidate.
  fileprivate func className(as chosen: FontCandidate) -> String {
    var name = "f-" + (isCollection ? Self.code(of: chosen.index) : shortFamily)
    if isVariable {
      name += "-v"
      if chosen.instance & 1 != 0 { name += "b" }
      if chosen.instance & 2 != 0 { name += "i" }
    } else if !style.isEmpty, style != "regular" {
      name += "-" + Self.escaped(style)
    }
    if !isCollection, index > 0 { name += "-\(index)" }
    return name
  }

  /// The family in a class: for Noto Sans the script's name, for example `arabic`; for another family its name after a
  /// hyphen.
  private var shortFamily: String {
    guard family.hasPrefix("notosans") else { return "-" + Self.escaped(family) }
    return family == "notosans" ? "sans" : Self.escaped(String(family.dropFirst(8)))
  }

  /// The language of a face of Noto Sans CJK, as its files abbreviate it.
  private static func code(of index: Int) -> String {
    switch EastAsianLanguage(rawValue: index) {
    case .japanese: "jp"
    case .korean: "kr"
    case .simplifiedChinese: "sc"
    case .traditionalChinese: "tc"
    case .hongKong: "hk"
    case nil: "cjk\(index)"
    }
  }

  /// A name with `_` and two digits for each character that a class cannot have.
  private static func escaped(_ name: String) -> String {
    var result = ""
    for byte in name.utf8 {
      if FontCatalog.isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        result += "_" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return result
  }
}
