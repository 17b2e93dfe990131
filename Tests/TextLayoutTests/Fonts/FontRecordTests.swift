import Foundation
import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

@Suite struct FontRecordTests {
  private static let texts = [
    "né ế", "שלום", "日本のかな", "🔥 1️⃣ \u{1F9FF}\u{200D}\u{1F9FF}", "\u{10FFFF} z\u{301}", "\u{10300}\u{10380}",
  ]
  private let survey = {
    var survey = CharacterUsage()
    survey.begin(locale: "ja")
    for text in texts { survey.add(text, slots: [.regular, .bold]) }
    return survey
  }()

  @Test("A set made of its record is the set: the same choices, faces, pictures, and the same text")
  func roundTrip() throws {
    let cut = try RealFonts.catalog().makeFontSet(for: survey)
    let known = try #require(
      try FontSet(FontRecord(of: cut, for: survey), for: survey, in: RealFonts.catalog()))
    #expect(known.emoji == cut.emoji && known.missing == cut.missing && known.slotFaces == cut.slotFaces)
    #expect(known.faces.map(\.cut) == cut.faces.map(\.cut))
    #expect(known.faces.map(\.coverage) == cut.faces.map(\.coverage))
    #expect(known.faces.map(\.size) == cut.faces.map(\.size))
    #expect(FontRecord(of: known, for: survey) == FontRecord(of: cut, for: survey))
    // Nothing is cut before somebody needs it.
    #expect(known.faces.allSatisfy { known.subset(of: $0).isEmpty })
    try known.load { face, bytes in bytes == cut.subset(of: face) }
    #expect(known.faces.map(known.subset) == cut.faces.map(cut.subset))
    for index in cut.emoji.indices { #expect(known.picture(ofEmoji: index) == cut.picture(ofEmoji: index)) }
    for text in Self.texts {
      for slot in [FaceSlot.regular, .bold] {
        let style = TextStyle(fontSize: 16, lineHeight: 20, slot: slot)
        let blocks = [cut, known].map {
          TextLayouter(fonts: $0, locale: "ja").layOut(
            text, marks: [], role: .body, style: style, maxWidth: 60
          ).block
        }
        #expect(blocks[0] == blocks[1], "\(text)")
      }
    }
  }

  @Test("Faces that are cut otherwise than before, or are gone, are an error that names the file")
  func changed() throws {
    let cut = try RealFonts.catalog().makeFontSet(for: survey)
    let record = FontRecord(of: cut, for: survey)
    let other = try #require(try FontSet(record, for: survey, in: RealFonts.catalog()))
    #expect(throws: FontError.changed(name: "Inter-Regular.otf")) {
      try other.load { face, _ in face.sourceName != "Inter-Regular.otf" }
    }
    let nowhere = try #require(try FontSet(record, for: survey, in: RealFonts.catalog(folders: [])))
    let first = try #require(record.faces.first { $0.file >= 0 })
    #expect(throws: FontError.changed(name: first.name)) { try nowhere.load { _, _ in true } }
    #expect(FontError.changed(name: "x.ttf").description.contains("x.ttf"))
  }

  @Test("A record that does not fit the texts makes no set")
  func misfits() throws {
    let cut = try RealFonts.catalog().makeFontSet(for: survey)
    let sound = FontRecord(of: cut, for: survey)
    let catalog = try RealFonts.catalog()
    func fits(_ change: (inout FontRecord) -> Void) -> Bool {
      var record = sound
      change(&record)
      return FontSet(record, for: survey, in: catalog) != nil
    }
    #expect(fits { _ in })
    #expect(!fits { $0.faces = [] })
    #expect(!fits { $0.faces.removeLast() })
    #expect(!fits { $0.faces[1].slot = 99 })
    #expect(!fits { $0.faces[1].unitsPerEm = 0 })
    #expect(!fits { $0.faces[1].unitsPerEm = .max })
    #expect(!fits { $0.faces[1].index = -1 })
    #expect(!fits { $0.faces[1].size = 0 })
    for name in ["", "f", "g1", "f-A", "f\"", "f}b{", "f é"] {
      #expect(!fits { $0.faces[1].className = name })
    }
    #expect(!fits { $0.slotFaces.removeLast() })
    #expect(!fits { $0.slotFaces[0] = 70_000 })
    #expect(!fits { $0.slotFaces[0] = sound.faces.count })
    #expect(!fits { $0.choices.removeLast() })
    for context in sound.choices.indices where !sound.choices[context].isEmpty {
      #expect(!fits { $0.choices[context].removeLast() })
      #expect(!fits { $0.choices[context][0].count += 1 })
      #expect(!fits { $0.choices[context][0].count = 0 })
      #expect(!fits { $0.choices[context][0].face = sound.faces.count })
      #expect(!fits { $0.choices[context][0].face = -2 })
      #expect(!fits { $0.choices[context].append(FontRecord.FaceRun(count: 1, face: 0)) })
    }
    let fewer = RealFonts.survey(of: ["né"], slots: [.regular, .bold])
    #expect(FontSet(sound, for: fewer, in: catalog) == nil)
  }

  @Test("Texts are told apart by their characters, slots and emoji, and not by their order")
  func surveys() {
    func identity(_ texts: [String], _ slots: FaceSlots = .regular) -> [[UInt8]] {
      var parts: [[UInt8]] = []
      RealFonts.survey(of: texts, slots: slots).eachOfIdentity { parts.append($0) }
      return parts
    }
    let all = [
      identity(["a"]), identity(["é"]), identity(["\u{1E9}"]), identity(["é"], .bold), identity(["🔥"]),
      identity(["👍🏽"]),
    ]
    #expect(Set(all).count == all.count)
    #expect(identity(["é", "ש", "🔥👍🏽"]) == identity(["🔥👍🏽", "ש", "é"]))
  }

  @Test(
    "Fonts are told apart by their names and tables: another font in place of one of the same size is another"
  )
  func catalogs() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let below = folder.appending(path: "below")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func identity() -> [[UInt8]] {
      var parts: [[UInt8]] = []
      FontCatalog(bundled: [], folders: [folder.path]).eachOfIdentity { parts.append($0) }
      return parts
    }
    var seen = [identity()]
    var bytes = try TestFonts.bytes("one-em.ttf")
    for name in ["b.ttf", "below/A.OTF", "a.ttc", "no.txt"] {
      try Data(bytes).write(to: folder.appending(path: name))
    }
    try FileManager.default.createSymbolicLink(at: below.appending(path: "back"), withDestinationURL: folder)
    let files = FontCatalog(bundled: [], folders: [folder.path, "/none"]).files
    #expect(files.map(\.path) == ["a.ttc", "b.ttf", "below/A.OTF"].map { folder.path + "/" + $0 })
    seen.append(identity())
    #expect(identity() == seen[1])
    // The checksum of the first table, behind its tag.
    bytes[16] ^= 1
    try Data(bytes).write(to: folder.appending(path: "b.ttf"))
    seen.append(identity())
    try Data(bytes.dropLast()).write(to: folder.appending(path: "b.ttf"))
    seen.append(identity())
    try FileManager.default.moveItem(at: folder.appending(path: "b.ttf"), to: folder.appending(path: "c.ttf"))
    seen.append(identity())
    #expect(Set(seen).count == seen.count)
  }
}
