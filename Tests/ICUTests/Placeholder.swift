import Testing

@Suite struct ICUPlaceholderTests {}
