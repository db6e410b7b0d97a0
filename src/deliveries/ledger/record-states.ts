/**
 * Returns the clause that records new states of channels in the owners' history, as changes by the service itself.
 * @param source a relation with the columns id, kind, name, types, state and state_before of the channels
 */
export function recordStates(source: string): string {
  const facts = (state: string) =>
    `jsonb_build_object('id', id, 'kind', kind, 'name', name, 'state', ${state}, 'types', types)`;
  return `
    insert into request_events (actor_kind, kind, "from", "to")
    select 'system', 'channel', ${facts('state_before')}, ${facts('state')} || '{"changed": ["state"]}' from ${source}`;
}
