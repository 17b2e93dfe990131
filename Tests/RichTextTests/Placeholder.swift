import Testing

@Suite struct RichTextPlaceholderTests {}
