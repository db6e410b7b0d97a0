import { type Caller, openClient } from './client.ts';
import { walkThroughAccounts } from './walk-accounts.ts';
import { walkThroughDeliveries } from './walk-deliveries.ts';
import { walkThroughGuard } from './walk-guard.ts';
import { walkThroughRequests } from './walk-requests.ts';
import { walkThroughStudio } from './walk-studio.ts';

/** Calls every operation of the document. Resolves with the results, and with the calls as `GET /path 200`. */
export async function walkThrough(owner: Caller, stranger: Caller, id: string, other: string) {
  const calls: string[] = [];
  const onCall = (call: string) => void calls.push(call);
  const client = openClient(owner, onCall);
  const accounts = await walkThroughAccounts(client, stranger, onCall);
  const deliveries = await walkThroughDeliveries(client, id);
  const requests = await walkThroughRequests(client, id, other);
  const studio = await walkThroughStudio(client);
  const guard = await walkThroughGuard(client, id);
  return { calls, accounts, deliveries, requests, studio, guard };
}
