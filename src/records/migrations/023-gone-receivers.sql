-- gone: the receiver wants nothing more, so that the channel was disabled.
alter table outage_notices
  drop constraint outage_notices_kind_check,
  add constraint outage_notices_kind_check check (kind in ('broken', 'recovered', 'gone'));

-- PostgreSQL 18 makes such ids itself, and faster.
do $$
begin
  if to_regprocedure('uuidv7()') is not null then
    alter table deliveries alter column id set default uuidv7();
  end if;
end $$;
