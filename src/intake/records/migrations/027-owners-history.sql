create or replace function is_request_event(kind text, actor_kind text, actor_id uuid) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return kind in (
      'created', 'status', 'note', 'due', 'labels', 'public-message', 'download', 'export', 'message', 'erasure',
      'sign-in', 'sign-in-failed', 'status-link', 'arrival', 'rank', 'released', 'queue-name',
      'block', 'token', 'invitation', 'account', 'channel', 'view', 'studio'
    )
    and case
      when actor_id is null then actor_kind in ('customer', 'system', 'rule')
      else actor_kind in ('operator', 'token')
    end;
end
$$;

-- An erasure takes the values of blocks out of the history.
create index on request_events (seq) where kind = 'block';
