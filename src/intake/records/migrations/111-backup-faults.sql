-- Why the last call of `commissions backup` ended without a whole back-up, and when. Null after one that was whole.
alter table service_state add column backup_fault text, add column backup_failed_at timestamptz;
