create table commission_requests (
  id uuid primary key,
  created_at timestamptz not null,
  status text not null,
  customer_name text not null,
  customer_email text not null,
  customer_socials text,
  message text not null,
  type_id text,
  option_id text,
  custom_card_id text,
  ip_address text,
  user_agent text,
  -- The submitted list, also ids that name no extra.
  extra_ids text[] not null
);

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
  unique (request_id, position)
);
