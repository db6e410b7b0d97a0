-- PostgreSQL reads the text of a check anew for every statement that inserts: a list of words would cost a submission more
-- than its rows. A function is read once a session. A new word replaces the function.
create function is_request_status(status text) returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('NEW', 'WAITLISTED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED', 'DECLINED', 'CANCELLED', 'SPAM');
end
$$;

create table commission_requests (
  -- A UUIDv7, so that lists go by it.
  id uuid primary key,
  created_at timestamptz not null,
  status text not null check (is_request_status(status)),
  customer_name text not null,
  customer_email text not null,
  customer_socials text,
  message text not null,
  type_id text,
  option_id text,
  custom_card_id text,
  -- The submitted list, also ids that name no extra.
  extra_ids text[] not null,
  -- In the row itself, for lists and counts have no time to search the files.
  has_files boolean not null default false,
  -- The language that the customer chose. Null where the form did not say it.
  language text,
  ip_address text,
  user_agent text,
  -- Counts every change but read and unread.
  version int not null default 1,
  changed_at timestamptz,
  unread boolean not null default true,
  due_on date,
  labels text[] not null default '{}',
  -- The version of the link to the status page: a new link revokes those before it. The link itself is made of the request's
  -- id, this version and a secret, so that a submission stores nothing for it.
  status_link_version int not null default 1,
  -- What the page sent beside the payload: the revision of the studio that the customer saw, answers, terms. Null when it sent
  -- nothing; `{"dropped": …}` when it sent something that could not be read.
  commission_form jsonb,
  -- `closed`, `full`: how the form was when the request came late. Null for one in time.
  arrival text,
  -- One of more than three in an hour from one network: it closes no form. Null until it is judged.
  is_beyond_share boolean,
  -- The rank on the waiting list, the least first. Kept when the request leaves the list, so that an undone change brings it
  -- back.
  rank float8,
  -- `pending`: the request waits for a verdict of the guard. `held`: it waits for a person. Null otherwise.
  hold text,
  -- What the guard judges by. After the verdict only the network stays, as a keyed hash. Null while there is no guard.
  guard jsonb,
  -- The judgement that upkeep still owes: `guard` (it is pending until then), `opening` (whether it was received after
  -- closing). Null otherwise.
  judging text,
  -- When it was received, by the database's clock. Null where nothing was to be judged.
  arrived_at timestamptz,
  -- Whether an operator shows the name for the queue in public. Null until one decides: it is not shown.
  queue_name_shown boolean,
  -- The revision of the studio that was served when the request came, 0 while there was none.
  served_revision int
);

-- The lists and counts of what is listed read these indexes alone: the included columns are what counts are filtered by.
create index on commission_requests (status, id) include (unread, has_files, hold);
create index on commission_requests (status, id) include (has_files, hold) where unread;
-- An entry of a B-tree has at most 2,704 bytes, and only the payload's cap limits the length of a type's identifier.
create index on commission_requests (type_id, status, id) include (unread, has_files, hold)
  where octet_length(type_id) <= 1000;

-- None of these has a row of a new request that came in time, so that they cost a submission nothing.
create index on commission_requests (due_on, id) include (status, unread, has_files, hold) where due_on is not null;
create index on commission_requests (status, due_on, id) where due_on is not null;
create index on commission_requests (changed_at, id) where changed_at is not null;
create index on commission_requests (status, changed_at, id) where changed_at is not null;
create index on commission_requests (arrival, status, id) where arrival is not null;
create index on commission_requests (id) where is_beyond_share and status = 'NEW';
create index on commission_requests (rank, id) where status = 'WAITLISTED';
create index on commission_requests (type_id) where status in ('ACCEPTED', 'IN_PROGRESS') and octet_length(type_id) <= 1000;
create index commission_requests_hold on commission_requests (id) where hold is not null;
create index commission_requests_judging on commission_requests ((coalesce(arrived_at, created_at)), id)
  where judging is not null;

create function join_waiting_list() returns trigger language plpgsql as $$
begin
  new.rank := (select coalesce(max(rank), 0) + 1 from commission_requests where status = 'WAITLISTED');
  return new;
end
$$;

create trigger join_waiting_list before update of status on commission_requests
for each row when (new.status = 'WAITLISTED' and new.rank is null) execute function join_waiting_list();

create table commission_extras (
  id text primary key,
  name text
);

create table commission_request_extras (
  request_id uuid not null references commission_requests (id) on delete cascade,
  extra_id text not null references commission_extras (id),
  primary key (request_id, extra_id)
);

create index on commission_request_extras (extra_id);

create table commission_request_files (
  id uuid primary key,
  request_id uuid not null references commission_requests (id) on delete cascade,
  position int not null,
  file_key text not null,
  original_file text not null,
  file_type text not null,
  file_size bigint not null,
  upload_date timestamptz not null,
  sha256 text not null,
  -- Whether there is a small picture of the file. Null until one has been tried.
  preview boolean,
  -- What the attempt found: the pixels of the upright picture, and why there is no preview or one of a part only. Null until
  -- one has been tried, and where nothing is known.
  width integer check (width > 0),
  height integer check (height > 0),
  preview_problem text,
  -- A perceptual hash of the lowest 64 frequencies of a picture, which finds those that may be alike by any 16 of its bits.
  picture_hash bigint,
  -- A hash of 256 bits and the mean colours of 64 cells, which tells them apart. Null before a preview was made. Empty: the
  -- picture cannot be compared, or upkeep is at it.
  picture_look bytea,
  unique (request_id, position)
);

-- No two file records name the same object. In the order of the keys' bytes, in which an object store lists them.
create unique index on commission_request_files (file_key collate "C");
create index commission_request_files_sha256 on commission_request_files (sha256);
create index commission_request_files_look_1 on commission_request_files (((picture_hash >> 48) & 65535))
  where picture_look is not null;
create index commission_request_files_look_2 on commission_request_files (((picture_hash >> 32) & 65535))
  where picture_look is not null;
create index commission_request_files_look_3 on commission_request_files (((picture_hash >> 16) & 65535))
  where picture_look is not null;
create index commission_request_files_look_4 on commission_request_files ((picture_hash & 65535))
  where picture_look is not null;
create index commission_request_files_look_missing on commission_request_files (request_id, position)
  where preview and picture_look is null;
