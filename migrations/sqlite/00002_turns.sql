-- Receipts of projections: what was shown to a model, never the transcript.

-- +goose Up

CREATE TABLE turns (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    catalog         TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    turn_id         TEXT NOT NULL,
    at              INTEGER NOT NULL,
    revision        INTEGER NOT NULL,
    shown           TEXT NOT NULL -- JSON: digest, tools and why, and what became of the rest
) STRICT;

CREATE INDEX turns_by_conversation ON turns (catalog, conversation_id, id);
CREATE INDEX turns_by_catalog ON turns (catalog, id);
CREATE INDEX turns_by_time ON turns (at);

-- +goose Down
DROP TABLE turns;
