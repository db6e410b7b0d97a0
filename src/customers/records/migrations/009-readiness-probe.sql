-- Holds one row, which the readiness of the service writes and commits.
create table readiness_probe (
  written_at timestamptz not null
);

-- A row version finds room in a page that is there already. The new file that TRUNCATE begins does not, so a disk
-- without room is noticed. A back-up that reads the table would hold TRUNCATE up for as long as it lasts.
create function write_readiness_probe() returns void language plpgsql as $$
begin
  begin
    lock table readiness_probe in access exclusive mode nowait;
    truncate readiness_probe;
  exception when lock_not_available then
    delete from readiness_probe;
  end;
  insert into readiness_probe (written_at) values (now());
end
$$;
