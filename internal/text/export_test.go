package text

// Porter is the stemmer without the project's exceptions.
var Porter = porter
