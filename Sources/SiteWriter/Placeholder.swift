// Placeholder of the skeleton; the first real file of SiteWriter replaces it.
