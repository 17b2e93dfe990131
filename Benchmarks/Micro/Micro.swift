import Benchmark
import ChatImport
import ChatModel
import Fonts
import Foundation
import Frames
import ImportKit
import TextLayout

/// The texts of a generated conversation: one in six is not ASCII, as in the export benchmarks.
///
/// `make bench-micro` writes the file and names it in `CORPUS`.
let corpus: [String] = {
  guard let path = ProcessInfo.processInfo.environment["CORPUS"] else { return [] }
  var texts: [String] = []
  var log = DiagnosticLog()
  do {
    let input = try ImportInput(path: path)
    let options = ImportOptions(timeZone: nil, me: nil, locale: nil)
    for source in try ImportFormat.recognise(input).open(input, options: options, log: &log) {
      var people = source.info.participants
      try source.read(from: nil, participants: &people, log: &log) { message, _ in
        if case .text(let text) = message.content { texts.append(text.string) }
        return true
      }
    }
  } catch {
    print("\(path): \(error)")
  }
  return texts
}()

let fonts: FontSet? = {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Public/fonts")
  let faces: [(name: String, slot: FaceSlot)] = [
    ("Inter-Regular.otf", .regular), ("Inter-Italic.otf", .italic), ("Inter-SemiBold.otf", .bold),
    ("Inter-SemiBoldItalic.otf", .boldItalic), ("JetBrainsMono-Regular.ttf", .code),
  ]
  var survey = CharacterUsage()
  for text in corpus { survey.add(text, slots: [.regular]) }
  do {
    let sources = try faces.map { face in
      FontSource(
        name: face.name, bytes: [UInt8](try Data(contentsOf: folder.appending(path: face.name))),
        slot: face.slot)
    }
    return try FontCatalog(bundled: sources, folders: FontCatalog.systemFolders)
      .makeFontSet(for: survey, locale: "en")
  } catch {
    print("\(error)")
    return nil
  }
}()

let style = TextStyle(fontSize: 16, lineHeight: 20)

/// Lays the whole corpus out at the width a bubble's text has in the default look.
func layOut(with layouter: TextLayouter) {
  for text in corpus {
    blackHole(layouter.layOut(text, marks: [], role: .body, style: style, maxWidth: 272))
  }
}

/// Each iteration is the whole corpus: divide by its number of messages, which the name says.
let benchmarks = { @Sendable in
  Benchmark.defaultConfiguration = .init(
    metrics: [.cpuUser, .wallClock], maxDuration: .seconds(20), maxIterations: 10)
  guard let fonts else { return }
  let name = "\(corpus.count) texts"
  Benchmark("Text layout, cold caches, \(name)") { _ in
    layOut(with: TextLayouter(fonts: fonts, locale: "en"))
  }
  Benchmark("Text layout, warm caches, \(name)") { benchmark in
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    layOut(with: layouter)
    benchmark.startMeasurement()
    layOut(with: layouter)
  }
}
