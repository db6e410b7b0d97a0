-- The mailbox that a confirmation goes to, in one spelling, while the confirmation counts against the limit of the mailbox.
-- is_asked_for: a person asked for this one delivery, which is sent whatever the limit is.
alter table deliveries
  add column mailbox text,
  add column is_asked_for boolean not null default false;

create index on deliveries (mailbox) where mailbox is not null;
-- Counts what a channel left out.
create index on deliveries (channel_id) where cancel_cause = 'confirmation-limit';

create or replace function is_delivery(
  type text, state text, request_id uuid, due_at timestamptz, attempt int, lease_until timestamptz, finished_at timestamptz,
  cancel_cause text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return type in ('request.created', 'request.status_changed', 'request.erased', 'request.message', 'digest', 'test')
    and state in ('pending', 'sending', 'delivered', 'failed', 'uncertain', 'cancelled')
    and cancel_cause in (
      'undone', 'spam', 'erased', 'request-gone', 'channel-disabled', 'channel-removed', 'confirmation-limit'
    ) is not false
    and (type in ('digest', 'test')) = (request_id is null)
    and (state = 'pending') = (due_at is not null)
    and (state = 'sending') = (lease_until is not null)
    and (state in ('delivered', 'failed', 'uncertain', 'cancelled')) = (finished_at is not null)
    and (state = 'cancelled') = (cancel_cause is not null)
    and attempt >= case when state in ('pending', 'cancelled') then 0 else 1 end;
end
$$;
