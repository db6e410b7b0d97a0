-- True from a restore until the deliveries are released: the channels without a row are held too.
alter table service_state add column deliveries_held boolean not null default false;
