import Testing

@Suite struct ChatImportPlaceholderTests {}
