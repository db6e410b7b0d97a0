-- PostgreSQL reads the text of a check anew for every statement that inserts: a list of words would cost a submission more
-- than its rows. A function is read once a session. Who needs a new word replaces the function.
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
  -- In the row itself, for lists and counts have no time to look among the files.
  has_files boolean not null default false,
  -- What the customer chose to read and write in; null where nobody said it.
  language text,
  ip_address text,
  user_agent text,
  -- Counts every change but read and unread.
  version int not null default 1,
  changed_at timestamptz,
  unread boolean not null default true,
  due_on date,
  labels text[] not null default '{}',
  public_message text,
  -- Which link to its page shows a customer the request: a new one revokes those before it. The link itself is made of the
  -- request's id, this version and a secret, so that a submission stores nothing for it.
  status_link_version int not null default 1
);

-- The included columns are what counts are filtered by.
create index on commission_requests (status, id) include (unread, has_files);
create index on commission_requests (status, id) include (has_files) where unread;
-- An entry of a B-tree has at most 2,704 bytes, and nothing but the payload's cap limits how long a type's identifier is.
create index on commission_requests (type_id, status, id) include (unread, has_files) where octet_length(type_id) <= 1000;

-- These cost a submission nothing.
create index on commission_requests (due_on, id) include (status, unread, has_files) where due_on is not null;
create index on commission_requests (status, due_on, id) where due_on is not null;
create index on commission_requests (changed_at, id) where changed_at is not null;
create index on commission_requests (status, changed_at, id) where changed_at is not null;

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
  -- Whether there is a small picture of the file; null while none has been tried.
  preview boolean,
  -- What the attempt found: the pixels of the upright picture, and why there is no preview or one of a part only. Null while
  -- nothing has been tried, and where nothing is known.
  width integer check (width > 0),
  height integer check (height > 0),
  preview_problem text,
  unique (request_id, position)
);

-- No two file records name the same object. In the order of the keys' bytes, in which an object store lists them.
create unique index on commission_request_files (file_key collate "C");
