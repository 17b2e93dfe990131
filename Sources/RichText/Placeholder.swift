// Placeholder of the skeleton; the first real file of RichText replaces it.
