-- Every submission stores a key, so that a key has to cost little: no reference to its request to be checked, and no
-- index but its own and one of a few pages. A key whose request has been deleted is free: whoever asks for it deletes it.
alter table idempotency_keys
  drop constraint idempotency_keys_request_id_fkey,
  drop constraint idempotency_keys_request_id_key;
drop index idempotency_keys_expires_at_idx;
create index idempotency_keys_expires_at_idx on idempotency_keys using brin (expires_at);
