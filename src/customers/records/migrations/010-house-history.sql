-- What people, programs and the service itself did, the newest first: without the customers' events, which are far more.
create index on request_events (epoch, tx, seq) where actor_kind <> 'customer';
