-- Search rows of earlier versions have no answers: upkeep makes those anew that lack some.
update request_search s set form = 1
from commission_requests r
where r.id = s.request_id and r.commission_form ? 'answers';
