-- The same tables as the Postgres store. Text compares byte for byte (BINARY,
-- SQLite's default); JSON is text, as its author wrote it; times are
-- microseconds since the Unix epoch.

-- +goose Up

CREATE TABLE catalogs (
    name       TEXT PRIMARY KEY,
    revision   INTEGER NOT NULL DEFAULT 0,
    settings   TEXT, -- JSON; NULL means the defaults
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO catalogs (name, created_at)
VALUES ('default', CAST(unixepoch('subsec') * 1000000 AS INTEGER));

-- The present row of each tool. Deleted ones stay, with their team.
CREATE TABLE tools (
    catalog          TEXT NOT NULL REFERENCES catalogs (name),
    name             TEXT NOT NULL,
    title            TEXT NOT NULL,
    description      TEXT NOT NULL,
    parameters       TEXT NOT NULL, -- JSON Schema as the author wrote it
    details          TEXT NOT NULL, -- JSON of the author's other fields
    team             TEXT NOT NULL,
    version          INTEGER NOT NULL,
    revision         INTEGER NOT NULL,
    digest           TEXT NOT NULL,
    live_description TEXT NOT NULL,
    deleted          INTEGER NOT NULL,
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    updated_by       TEXT NOT NULL,
    PRIMARY KEY (catalog, name)
) STRICT;

CREATE INDEX tools_by_revision ON tools (catalog, revision);
CREATE INDEX tools_by_team ON tools (catalog, team) WHERE NOT deleted;

-- Aliases of live tools.
CREATE TABLE tool_aliases (
    catalog TEXT NOT NULL,
    alias   TEXT NOT NULL,
    name    TEXT NOT NULL,
    PRIMARY KEY (catalog, alias),
    FOREIGN KEY (catalog, name) REFERENCES tools (catalog, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX tool_aliases_by_name ON tool_aliases (catalog, name);

-- Immutable history.
CREATE TABLE tool_versions (
    catalog     TEXT NOT NULL,
    name        TEXT NOT NULL,
    version     INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    action      TEXT NOT NULL,
    title       TEXT NOT NULL,
    description TEXT NOT NULL,
    parameters  TEXT NOT NULL,
    details     TEXT NOT NULL,
    team        TEXT NOT NULL,
    digest      TEXT NOT NULL,
    reason      TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    created_by  TEXT NOT NULL,
    PRIMARY KEY (catalog, name, version),
    FOREIGN KEY (catalog, name) REFERENCES tools (catalog, name)
) STRICT;

-- The team that registered in a family first.
CREATE TABLE families (
    catalog TEXT NOT NULL REFERENCES catalogs (name),
    family  TEXT NOT NULL,
    team    TEXT NOT NULL,
    PRIMARY KEY (catalog, family)
) STRICT, WITHOUT ROWID;

CREATE TABLE concepts (
    catalog  TEXT NOT NULL REFERENCES catalogs (name),
    kind     TEXT NOT NULL,
    id       TEXT NOT NULL,
    label    TEXT NOT NULL,
    glossary TEXT NOT NULL,
    synonyms TEXT NOT NULL, -- JSON list of strings
    team     TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (catalog, kind, id)
) STRICT;

-- First committed answers, for retries with the same request id.
CREATE TABLE receipts (
    catalog     TEXT NOT NULL REFERENCES catalogs (name),
    team        TEXT NOT NULL,
    request_id  TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer      TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (catalog, team, request_id)
) STRICT;

CREATE INDEX receipts_by_age ON receipts (created_at);

CREATE TABLE audit (
    catalog  TEXT NOT NULL REFERENCES catalogs (name),
    revision INTEGER NOT NULL,
    ordinal  INTEGER NOT NULL, -- 0, 1, … within the revision
    at       INTEGER NOT NULL,
    by       TEXT NOT NULL,
    team     TEXT NOT NULL,
    kind     TEXT NOT NULL,
    name     TEXT NOT NULL,
    action   TEXT NOT NULL,
    version  INTEGER NOT NULL,
    before   TEXT NOT NULL,
    after    TEXT NOT NULL,
    reason   TEXT NOT NULL,
    PRIMARY KEY (catalog, revision, ordinal)
) STRICT;

-- +goose StatementBegin
CREATE TRIGGER tool_versions_immutable BEFORE UPDATE ON tool_versions
BEGIN SELECT RAISE(ABORT, 'rows of tool_versions are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER tool_versions_kept BEFORE DELETE ON tool_versions
BEGIN SELECT RAISE(ABORT, 'rows of tool_versions are never deleted'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_immutable BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'rows of audit are never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'rows of audit are never deleted'); END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE audit;
DROP TABLE receipts;
DROP TABLE concepts;
DROP TABLE families;
DROP TABLE tool_versions;
DROP TABLE tool_aliases;
DROP TABLE tools;
DROP TABLE catalogs;
