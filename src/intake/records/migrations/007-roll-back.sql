-- Rolls a failed upload back: deletes the request with all that hangs on it, its event and its deliveries, and leaves a
-- condemned intent that names its objects. False when the request stays, because it has been, or may have been, reported as
-- stored under its key.
--
-- A function, so that there are two statements in one round trip: the second one sees all that was committed before the
-- lock was granted, and every statement that begins a request under this key holds that lock.
-- Rows are locked in the order of all other statements: the intent, the key, the request.
create function roll_back_upload(failed uuid, object_keys text[], idempotency_key text, first_sweep_ms int)
returns boolean language sql as $$
  select pg_advisory_xact_lock(hashtextextended(idempotency_key, 0));

  with found as (
    select request_id from upload_intents where request_id = failed for update
  ), freed as (
    delete from idempotency_keys k using (select count(*) from found) as locked
    where k.request_id = failed and not k.answered
    returning k.request_id
  ), condemned as (
    insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_attempt_at)
    select failed, object_keys, 'CONDEMNED', now(), now(), now() + first_sweep_ms * interval '1 millisecond'
    where idempotency_key is null
      or exists (select from found)
      or exists (select from freed)
      or not exists (select from commission_requests where id = failed)
    on conflict (request_id) do update
    set state = 'CONDEMNED', fence = upload_intents.fence + 1, condemned_at = now(), next_attempt_at = excluded.next_attempt_at
    returning request_id
  ), removed as (
    delete from commission_requests where id in (select request_id from condemned)
  ), untold as (
    delete from request_events where request_id in (select request_id from condemned) and kind = 'created'
  ), undelivered as (
    delete from deliveries where request_id in (select request_id from condemned) and type = 'request.created'
  )
  select exists (select from condemned);
$$;
