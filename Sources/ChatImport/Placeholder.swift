// Placeholder of the skeleton; the first real file of ChatImport replaces it.
