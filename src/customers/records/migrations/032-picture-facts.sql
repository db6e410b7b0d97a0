-- What the attempt to make a preview found: the pixels of the upright picture, and why there is no preview or one of a
-- part only. Null while nothing has been tried, and where nothing is known.
alter table commission_request_files
  add column width integer check (width > 0),
  add column height integer check (height > 0),
  add column preview_problem text;
