package postgres

// ChangedTools is the statement behind Load.
const ChangedTools = changedTools
