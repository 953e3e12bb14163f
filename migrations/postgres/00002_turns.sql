-- Receipts of projections: what was shown to a model, never the transcript.

-- +goose Up

CREATE TABLE turns (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    catalog         text COLLATE "C" NOT NULL,
    conversation_id text COLLATE "C" NOT NULL,
    turn_id         text COLLATE "C" NOT NULL,
    at              timestamptz NOT NULL,
    revision        bigint NOT NULL,
    shown           text NOT NULL -- JSON: digest, tools and why, and what became of the rest
);

CREATE INDEX turns_by_conversation ON turns (catalog, conversation_id, id);
CREATE INDEX turns_by_catalog ON turns (catalog, id);
CREATE INDEX turns_by_time ON turns (at);

-- +goose Down
DROP TABLE turns;
