// Placeholder of the skeleton; the first real file of TextLayout replaces it.
