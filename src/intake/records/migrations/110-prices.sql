-- The price that the studio set: {"amount": in minor units, "currency": a code of ISO 4217, "digits": of the minor unit}.
alter table commission_requests add column price jsonb;

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

create or replace view listed_requests as
select r.*
from submitted_commission_requests r
where r.hold is null;

-- The price in whole units, which orders prices of currencies with different digits.
create function price_value(price jsonb) returns float8 language sql immutable parallel safe as $$
  select (price->>'amount')::float8 / 10::float8 ^ (price->>'digits')::int
$$;

-- Without rows of new requests, so that they cost a submission nothing.
create index on commission_requests (price_value(price), id) where price is not null;
create index on commission_requests (status, price_value(price), id) where price is not null;
