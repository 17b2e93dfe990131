import Testing

@Suite struct MediaProbePlaceholderTests {}
