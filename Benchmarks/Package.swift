// swift-tools-version: 6.2
import PackageDescription

/// Benchmarks of the stages; a package of its own, so that the program does not depend on the library that times them.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "chatexport", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Micro",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Stages", package: "chatexport"),
      ],
      path: "Micro",
      swiftSettings: [.swiftLanguageMode(.v6)],
      // The program's allocator, so that what is timed is what is shipped.
      linkerSettings: [.linkedLibrary("jemalloc", .when(platforms: [.linux]))],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ]
)
