-- SQLite does not notice a byte that the disk changed in a text; the digest of it does.
alter table results add column sum text not null default '';
alter table calls add column sum text not null default '';
