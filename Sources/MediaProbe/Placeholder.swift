// Placeholder of the skeleton; the first real file of MediaProbe replaces it.
