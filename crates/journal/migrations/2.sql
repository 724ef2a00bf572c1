-- `open` counts calls that were begun and not ended.
create table calls (
    key text primary key,
    about text not null,
    open integer not null,
    usable integer not null,
    answer text
) without rowid;
