import Testing

@Suite struct ExportPlaceholderTests {}
