-- The moment of the newest back-up that has ended well, or null before the first one.
alter table service_state add column backed_up_at timestamptz;
