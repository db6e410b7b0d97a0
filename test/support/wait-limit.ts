/**
 * The one limit of every wait for an event, in tests and in their browsers. Only a wait that hangs reaches it, also on a machine
 * whose cores are shared with others and stand still for a while.
 */
export const waitLimitMs = 150_000;
