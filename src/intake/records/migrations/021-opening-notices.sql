-- Set when the mail about the opening was made: there is one.
alter table opening_notices add column told_at timestamptz;
