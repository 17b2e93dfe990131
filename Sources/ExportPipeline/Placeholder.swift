// Placeholder of the skeleton; the first real file of ExportPipeline replaces it.
