import Testing

@Suite struct SiteWriterPlaceholderTests {}
