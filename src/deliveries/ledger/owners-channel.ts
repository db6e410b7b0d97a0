/**
 * The channel of the notices to owners. It has no row in the table of channels, so no list, count or history of channels
 * shows it, and it cannot be changed or removed.
 */
export const ownersChannelId = '00000000-0000-0000-0000-000000000000';

/** The hidden channel of mails about the opening, to people who have asked for them. */
export const noticesChannelId = '00000000-0000-0000-0000-000000000001';

/** True from a restore until an owner releases the deliveries (O32). */
export const areDeliveriesHeld = '(select deliveries_held from service_state)';

const hiddenState = `case when ${areDeliveriesHeld} then 'held' else 'enabled' end`;

/** The relation of all channels that the ledger sends to. */
export const sendingChannels = `(
  select id, kind, name, state, settings, sealed from delivery_channels
  union all select '${ownersChannelId}'::uuid, 'owners', '', ${hiddenState}, '{}'::jsonb, null
  union all select '${noticesChannelId}'::uuid, 'openings', '', ${hiddenState}, '{}'::jsonb, null
)`;

/**
 * Returns the clause that makes a notice to owners for each row of a query.
 * @param source selects the id, the facts as JSON, whose `about` names the text, and when the notice is due
 */
export function insertNotices(source: string): string {
  return `
    insert into deliveries (id, channel_id, type, facts, due_at)
    select id, '${ownersChannelId}', 'notice', facts, due_at from (${source}) as notice (id, facts, due_at)`;
}

/** The statement that cancels the notices to owners that wait for an attempt. More conditions may follow it. */
export const cancelNotices = `
  update deliveries set state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = 'undone'
  where channel_id = '${ownersChannelId}' and state = 'pending'`;
