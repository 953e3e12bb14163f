-- Identifiers compare byte for byte (COLLATE "C"): the order of names must not
-- depend on the server's locale. JSON is text, never jsonb: key order and
-- number literals are the author's.

-- +goose Up

-- The row of a catalog is its lock: a writer holds it from before it reads
-- until after it commits, so revisions become visible in order.
CREATE TABLE catalogs (
    name       text COLLATE "C" PRIMARY KEY,
    revision   bigint NOT NULL DEFAULT 0,
    settings   text, -- JSON; NULL means the defaults
    created_at timestamptz NOT NULL DEFAULT now()
);

INSERT INTO catalogs (name) VALUES ('default');

-- The present row of each tool. Deleted ones stay, with their team.
CREATE TABLE tools (
    catalog          text COLLATE "C" NOT NULL REFERENCES catalogs (name),
    name             text COLLATE "C" NOT NULL,
    title            text NOT NULL,
    description      text NOT NULL,
    parameters       text NOT NULL, -- JSON Schema as the author wrote it
    details          text NOT NULL, -- JSON of the author's other fields
    team             text COLLATE "C" NOT NULL,
    version          integer NOT NULL,
    revision         bigint NOT NULL,
    digest           text COLLATE "C" NOT NULL,
    live_description text NOT NULL,
    deleted          boolean NOT NULL,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    updated_by       text NOT NULL,
    PRIMARY KEY (catalog, name)
);

CREATE INDEX tools_by_revision ON tools (catalog, revision);
CREATE INDEX tools_by_team ON tools (catalog, team) WHERE NOT deleted;

-- Aliases of live tools.
CREATE TABLE tool_aliases (
    catalog text COLLATE "C" NOT NULL,
    alias   text COLLATE "C" NOT NULL,
    name    text COLLATE "C" NOT NULL,
    PRIMARY KEY (catalog, alias),
    FOREIGN KEY (catalog, name) REFERENCES tools (catalog, name)
);

CREATE INDEX tool_aliases_by_name ON tool_aliases (catalog, name);

-- Immutable history.
CREATE TABLE tool_versions (
    catalog     text COLLATE "C" NOT NULL,
    name        text COLLATE "C" NOT NULL,
    version     integer NOT NULL,
    revision    bigint NOT NULL,
    action      text NOT NULL,
    title       text NOT NULL,
    description text NOT NULL,
    parameters  text NOT NULL,
    details     text NOT NULL,
    team        text COLLATE "C" NOT NULL,
    digest      text COLLATE "C" NOT NULL,
    reason      text NOT NULL,
    created_at  timestamptz NOT NULL,
    created_by  text NOT NULL,
    PRIMARY KEY (catalog, name, version),
    FOREIGN KEY (catalog, name) REFERENCES tools (catalog, name)
);

-- The team that registered in a family first.
CREATE TABLE families (
    catalog text COLLATE "C" NOT NULL REFERENCES catalogs (name),
    family  text COLLATE "C" NOT NULL,
    team    text COLLATE "C" NOT NULL,
    PRIMARY KEY (catalog, family)
);

CREATE TABLE concepts (
    catalog  text COLLATE "C" NOT NULL REFERENCES catalogs (name),
    kind     text COLLATE "C" NOT NULL,
    id       text COLLATE "C" NOT NULL,
    label    text NOT NULL,
    glossary text NOT NULL,
    synonyms text NOT NULL, -- JSON list of strings
    team     text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    PRIMARY KEY (catalog, kind, id)
);

-- First committed answers, for retries with the same request id.
CREATE TABLE receipts (
    catalog     text COLLATE "C" NOT NULL REFERENCES catalogs (name),
    team        text COLLATE "C" NOT NULL,
    request_id  text COLLATE "C" NOT NULL,
    fingerprint text COLLATE "C" NOT NULL,
    answer      text NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (catalog, team, request_id)
);

CREATE INDEX receipts_by_age ON receipts (created_at);

CREATE TABLE audit (
    catalog  text COLLATE "C" NOT NULL REFERENCES catalogs (name),
    revision bigint NOT NULL,
    ordinal  integer NOT NULL, -- 0, 1, … within the revision
    at       timestamptz NOT NULL,
    by       text NOT NULL,
    team     text COLLATE "C" NOT NULL,
    kind     text COLLATE "C" NOT NULL,
    name     text COLLATE "C" NOT NULL,
    action   text NOT NULL,
    version  integer NOT NULL,
    before   text COLLATE "C" NOT NULL,
    after    text COLLATE "C" NOT NULL,
    reason   text NOT NULL,
    PRIMARY KEY (catalog, revision, ordinal)
);

-- +goose StatementBegin
CREATE FUNCTION refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd

CREATE TRIGGER tool_versions_immutable BEFORE UPDATE OR DELETE ON tool_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_rewrite();
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION refuse_rewrite();

-- +goose Down
DROP TABLE audit, receipts, concepts, families, tool_versions, tool_aliases, tools, catalogs;
DROP FUNCTION refuse_rewrite();
