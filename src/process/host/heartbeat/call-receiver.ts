import { createReceiverClient } from '../../../deliveries/receivers/receiver-client.ts';
import { outcomeOfFailure } from '../../../deliveries/receivers/receiver-outcome.ts';
import { withinLimit } from '../../../platform/waiting/within-limit.ts';

const client = createReceiverClient({ allowsPrivate: true });
const headers = { 'user-agent': 'commission-submission-service' };
const limitMs = 20_000;
/** Uptime Kuma 1 responds with 404 to a POST, other receivers with 405 or 501. */
const postRefused: readonly number[] = [404, 405, 501];

/**
 * Calls a receiver of heartbeats, by POST, and by GET if it does not take POST. Follows no redirect. Resolves with the
 * reason of a failure, a sentence without a full stop that does not contain the URL, or with null. Never rejects.
 */
export async function callReceiver(url: string, stopping: AbortSignal): Promise<string | null> {
  try {
    const { status } = await withinLimit(limitMs, stopping, async (signal) => {
      const request = { url: new URL(url), headers, verifiesTls: true };
      const posted = await client.send(request, signal);
      return postRefused.includes(posted.status) ? client.send({ ...request, method: 'GET' }, signal) : posted;
    });
    return status >= 200 && status < 300 ? null : `The receiver responded with ${status}`;
  } catch (error) {
    return outcomeOfFailure(error).detail;
  }
}
