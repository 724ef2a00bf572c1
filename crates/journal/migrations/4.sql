-- What was worked out of single files of a subject: one row for each of the newest subjects. It may go at any time.
create table memories (
    number integer primary key,
    subject text not null unique,
    bytes blob not null,
    sum text not null
);
