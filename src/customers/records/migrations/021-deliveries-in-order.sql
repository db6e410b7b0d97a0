-- A UUIDv7: new rows go to the end of the index. At random places of it a delivery cost PostgreSQL twice as much.
create function time_ordered_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid()) placing substring(int8send((date_part('epoch', now()) * 1000)::bigint) from 3) from 1 for 6
  ), 52, 1), 53, 1), 'hex')::uuid
$$;

alter table deliveries alter column id set default time_ordered_id();

-- PostgreSQL 18 makes such ids itself, and faster.
do $$
begin
  if to_regprocedure('uuidv7()') is not null then
    alter table deliveries alter column id set default uuidv7();
  end if;
end $$;

-- What is forgotten is found by its channel and its age.
drop index deliveries_finished_at_idx;
