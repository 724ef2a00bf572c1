-- The first format.
create table cases (
    number integer primary key,
    id text not null unique,
    input text not null,
    name text not null,
    state text not null check (state in ('open', 'decided')),
    summary text
);
create table events (
    case_id text not null,
    seq integer not null,
    opens integer not null,
    event text not null,
    primary key (case_id, seq)
) without rowid;
create index runs on events (case_id, seq) where opens;
create table results (
    scope text not null,
    key text not null,
    format integer not null,
    name text not null,
    version integer not null,
    output text not null,
    primary key (scope, key)
) without rowid;
create table blobs (digest text primary key, bytes blob not null);
