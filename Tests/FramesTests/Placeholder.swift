import Testing

@Suite struct FramesPlaceholderTests {}
