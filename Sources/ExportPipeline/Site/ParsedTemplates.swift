import SiteFiles
import SiteWriter

/// The site's templates, parsed.
struct ParsedTemplates: Sendable {
  let fronts: FrontWriter
  let page: PageTemplate

  init(_ assets: SiteAssets) async throws {
    async let page = PageTemplate(assets: assets)
    fronts = try FrontWriter(assets: assets)
    self.page = try await page
  }
}
