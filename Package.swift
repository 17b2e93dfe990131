// swift-tools-version: 6.2
import PackageDescription

/// The strict settings every Swift target of the project is built with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A library of ours: strict settings, one folder under `Sources`.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], _ more: [SwiftSetting] = []) -> Target
{
  .target(name: name, dependencies: dependencies, swiftSettings: strict + more)
}

/// Functions with spans for those of C headers that state the counts of their pointers (`__counted_by`, `__noescape`).
let spans: [SwiftSetting] = [.enableExperimentalFeature("SafeInteropWrappers")]

/// A test target of ours, in the folder of the same name under `Tests`.
///
/// Fixtures and goldens are read from the checkout by path, so that accepting a golden can write it.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: ["TestSupport"] + dependencies, exclude: exclude, swiftSettings: strict)
}

/// A C library of the system, found with pkg-config, with its module map and shims.
func system(_ name: String, _ pkgConfig: String, _ debian: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}

/// The targets with the formats. None depends on another, so that they compile at the same time.
let formats: [Target.Dependency] = [
  "AssistantFormats", "MessengerFormats", "TeamFormats", "TranscriptFormats",
]

let package = Package(
  name: "chatexport",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "chatexport", targets: ["chatexport"]),
    // For the benchmarks, which are a package of their own.
    .library(
      name: "Stages",
      targets: [
        "ChatImport", "ImportKit", "ChatModel", "RichText", "Fonts", "TextLayout", "BubbleLayout", "Frames",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    .executableTarget(
      name: "chatexport",
      dependencies: [
        "ChatImport", "Comparison", "ExportPipeline", "ImportKit", "LockedSite", "Paper", "SingleFile",
        "SiteReading",
        "SystemCalls",
        "Verification",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict,
      linkerSettings: [
        // An export knows the pages of an earlier one by the program that made them: `ProgramIdentity`.
        .unsafeFlags(["-Xlinker", "--build-id=sha1"], .when(platforms: [.linux])),
        // The allocator, set up by `CAllocator`. Threads free what others made; glibc's own allocator has them wait for
        // each other's locks, a seventh of an export's time.
        .linkedLibrary("jemalloc", .when(platforms: [.linux])),
      ]),

    // Vocabulary: these import nothing of ours.
    library("ChatModel"),
    library("Frames"),

    // Services of outside libraries, each C module imported by one Swift file. SystemCalls is that of the C library.
    library("SystemCalls", ["CLibc"]),
    library("ICU", ["CICUText", "CICUTime", "CICUHost", "CICUPattern"]),
    library("Phrases", ["ICU"]),
    library("Digests", ["CCrypto", "CXXHash"], spans),
    library("Signatures", ["Digests", "SystemCalls"]),
    library(
      "MediaProbe", ["Compression", "Digests", "Storage", "SystemCalls", "CStb", "CExif", "CWebP"], spans),
    library("Storage", ["SystemCalls"]),
    library("Zip", ["Storage", "CArchive", "CZip"]),

    // The stages, in the order a message meets them.
    library(
      "ImportKit",
      [
        "ChatModel", "Digests", "ICU", "Storage", "SystemCalls", "Zip", "CJSONScan", "CXML", "CSQLite",
        "CSQLiteBytes", "CUchardet",
      ], spans),
    library("TranscriptFormats", ["ChatModel", "Digests", "ICU", "ImportKit"]),
    library("MessengerFormats", ["ChatModel", "Digests", "ICU", "ImportKit", "Storage", "CJSONScan"], spans),
    library("TeamFormats", ["ChatModel", "ICU", "ImportKit"]),
    library("AssistantFormats", ["ChatModel", "ICU", "ImportKit", "Storage"]),
    library("ChatImport", ["ChatModel", "ImportKit"] + formats),
    library("Redaction", ["ChatModel", "Frames", "ICU", "ImportKit", "RichText"]),
    library("RichText", ["ChatModel", "Frames", "ICU", "Storage", "CCMark"]),
    library("Fonts", ["Frames", "ICU", "Storage", "SystemCalls", "CHarfBuzz"]),
    library("TextLayout", ["Fonts", "Frames", "ICU", "Storage"]),
    library(
      "BubbleLayout",
      ["ChatModel", "RichText", "Fonts", "TextLayout", "Frames", "ICU", "Phrases", "Storage"]),
    library("HTML", ["Frames"]),
    library("Compression", ["CZlib"], spans),
    library("PDF", ["Compression", "Digests"]),
    library("SiteFiles", ["Digests", "Storage", "SystemCalls", "CSiteAssets", "CWoff2"]),
    library(
      "SiteWriter",
      [
        "Frames", "HTML", "Phrases", "SiteFiles", "Storage",
      ]),
    library(
      "OutputFormats",
      [
        "BubbleLayout", "ChatModel", "Frames", "ICU", "Phrases", "RichText", "SiteFiles", "Storage",
        "SystemCalls", "Zip",
      ]),
    library(
      "Paper", ["Fonts", "Frames", "HTML", "MediaProbe", "PDF", "Phrases", "SiteWriter", "TextLayout"]),
    library("SearchIndex", ["Frames", "HTML", "ICU", "Storage"]),
    library("Reuse", ["SystemCalls", "Digests", "Fonts", "MediaProbe", "SiteFiles", "Storage"]),
    library("Themes", ["BubbleLayout", "SiteFiles", "SiteWriter", "Frames"]),
    library(
      "ExportPipeline",
      [
        "ChatModel", "ChatImport", "ImportKit", "BubbleLayout", "Digests", "Fonts", "TextLayout", "SiteFiles",
        "SiteWriter",
        "SearchIndex", "Themes", "MediaProbe", "ICU", "Frames", "OutputFormats", "Paper", "PDF", "Redaction",
        "Reuse", "RichText", "Zip", "Phrases", "Signatures", "Storage", "SystemCalls", "CAllocator",
        "CCommit",
      ]),

    library(
      "Comparison",
      [
        "Digests", "ExportPipeline", "Frames", "HTML", "ICU", "SiteFiles", "SiteReading", "Storage",
        "SystemCalls",
      ]),
    library("SiteReading", ["Digests", "ExportPipeline", "SiteFiles", "Storage", "SystemCalls"]),
    library(
      "LockedSite",
      [
        "Compression", "Digests", "ExportPipeline", "HTML", "ICU", "Phrases", "SiteFiles", "SiteReading",
        "SiteWriter", "Storage",
      ]),
    library("SingleFile", ["Digests", "ExportPipeline", "SiteFiles", "SiteReading", "Storage"]),
    library(
      "Verification",
      [
        "Digests", "ExportPipeline", "ImportKit", "Signatures", "SiteFiles", "SiteReading", "Storage",
        "SystemCalls",
      ]),

    // C: assets compiled in, and shims.
    .target(name: "CAllocator"),
    .target(name: "CCommit"),
    .target(name: "CSiteAssets"),
    .target(name: "CLibc"),
    .target(name: "CJSONScan"),
    .target(name: "CSQLiteBytes", dependencies: ["CSQLite"]),
    .target(name: "CWoff2", dependencies: ["CWoff2System"]),
    system("CWoff2System", "libwoff2enc", "libwoff-dev"),
    system("CHarfBuzz", "harfbuzz-subset", "libharfbuzz-dev"),
    .target(name: "CICUText", dependencies: ["CICUSystem"]),
    .target(name: "CICUTime", dependencies: ["CICUSystem"]),
    .target(name: "CICUHost", dependencies: ["CICUSystem"]),
    .target(name: "CICUPattern", dependencies: ["CICUSystem"]),
    system("CICUSystem", "icu-i18n", "libicu-dev"),
    system("CCMark", "libcmark", "libcmark-dev"),
    system("CCrypto", "libcrypto", "libssl-dev"),
    system("CXXHash", "libxxhash", "libxxhash-dev"),
    system("CStb", "stb", "libstb-dev"),
    system("CExif", "libexif", "libexif-dev"),
    system("CWebP", "libwebp", "libwebp-dev"),
    system("CZip", "libzip", "libzip-dev"),
    system("CZlib", "zlib", "zlib1g-dev"),
    system("CArchive", "libarchive", "libarchive-dev"),
    system("CXML", "libxml-2.0", "libxml2-dev"),
    system("CSQLite", "sqlite3", "libsqlite3-dev"),
    system("CUchardet", "uchardet", "libuchardet-dev"),

    // Tests.
    .target(
      name: "TestSupport",
      path: "Tests/TestSupport",
      exclude: ["Fonts"],
      swiftSettings: strict),
    tests("FramesTests", ["Frames"]),
    tests("ChatModelTests", ["ChatModel"]),
    tests("ICUTests", ["ICU"], exclude: ["Goldens"]),
    tests("PhrasesTests", ["Phrases", "ICU", "SiteFiles", "SiteWriter"], exclude: ["Goldens"]),
    tests("StorageTests", ["Storage"]),
    tests("ZipTests", ["Zip"], exclude: ["Fixtures"]),
    tests("MediaProbeTests", ["Digests", "MediaProbe"], exclude: ["Fixtures"]),
    tests(
      "ChatImportTests",
      [
        "BubbleLayout", "ChatImport", "ImportKit", "ChatModel", "Digests", "ICU", "OutputFormats", "Phrases",
        "SiteFiles",
      ] + formats,
      exclude: ["Fixtures"]),
    tests("RedactionTests", ["BubbleLayout", "ChatModel", "Redaction"]),
    tests("RichTextTests", ["RichText", "ChatModel", "Frames"], exclude: ["Tools", "Goldens"]),
    tests(
      "TextLayoutTests", ["Fonts", "TextLayout", "Frames", "ICU", "CHarfBuzz"],
      exclude: ["Tools", "Goldens", "browser-lines.txt"]),
    tests(
      "BubbleLayoutTests",
      [
        "BubbleLayout", "ChatModel", "RichText", "Fonts", "TextLayout", "Frames", "ICU", "SiteFiles",
        "SiteWriter", "Themes", "Phrases",
      ]),
    tests(
      "SiteWriterTests",
      ["Digests", "HTML", "Phrases", "SiteFiles", "SiteWriter", "Frames", "Storage", "Themes"],
      exclude: ["Goldens"]),
    tests("PDFTests", ["PDF"]),
    tests("SearchIndexTests", ["SearchIndex", "Storage", "Frames"], exclude: ["Goldens"]),
    tests("ReuseTests", ["Digests", "Fonts", "Frames", "Reuse"]),
    tests("ThemesTests", ["Themes", "BubbleLayout", "SiteFiles", "SiteWriter", "Frames"]),
    tests(
      "ExportPipelineTests",
      [
        "ExportPipeline", "ChatImport", "ImportKit", "ChatModel", "BubbleLayout", "Digests", "Fonts",
        "Frames", "ICU",
        "MediaProbe", "TextLayout", "Reuse", "SearchIndex", "SiteFiles", "SiteWriter", "Phrases", "Themes",
      ]),
  ],
  cLanguageStandard: .c2x,
  cxxLanguageStandard: .cxx17
)
