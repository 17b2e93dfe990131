import Testing

@Suite struct BubbleLayoutPlaceholderTests {}
