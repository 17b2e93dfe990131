// Placeholder of the skeleton; the first real file of ICU replaces it.
