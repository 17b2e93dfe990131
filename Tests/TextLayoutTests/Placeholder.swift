import Testing

@Suite struct TextLayoutPlaceholderTests {}
