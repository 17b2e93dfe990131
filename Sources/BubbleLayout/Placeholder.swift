// Placeholder of the skeleton; the first real file of BubbleLayout replaces it.
