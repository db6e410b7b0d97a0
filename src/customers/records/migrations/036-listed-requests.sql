-- What lists, counts and exports read: requests that wait neither for a verdict of the guard nor for a person.
create or replace view listed_requests as
select r.*
from submitted_commission_requests r
where r.hold is null;
