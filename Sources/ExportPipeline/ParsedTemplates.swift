import SiteWriter

/// The site's templates, parsed.
struct ParsedTemplates: Sendable {
  let fronts: FrontWriter
  let page: PageTemplate

  init(_ assets: SiteAssets) throws(SiteAssetsError) {
    page = try PageTemplate(assets: assets)
    fronts = try FrontWriter(assets: assets)
  }
}
