import Testing

@Suite struct ChatModelPlaceholderTests {}
