-- gone: the receiver wants nothing more, so that the channel was disabled.
alter table outage_notices
  drop constraint outage_notices_kind_check,
  add constraint outage_notices_kind_check check (kind in ('broken', 'recovered', 'gone'));
