-- How far in the feed of events a channel has been told by digests.
create table delivery_digests (
  channel_id uuid primary key,
  epoch int not null,
  tx xid8 not null,
  seq bigint not null
);
