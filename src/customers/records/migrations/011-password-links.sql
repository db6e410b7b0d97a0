-- A link may also give an account a new password. Its account is named, and its role is the account's.
alter table operator_links
  drop constraint operator_links_kind_check,
  add check (kind in ('set-up', 'invitation', 'password')),
  add column operator_id uuid unique references operators (id) on delete cascade,
  add check ((kind = 'password') = (operator_id is not null));

-- Where the inbox listened last: links that are made from a shell lead there.
create table inbox_address (
  id boolean primary key default true check (id),
  url text not null
);
