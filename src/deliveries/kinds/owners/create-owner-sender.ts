import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Dispatch } from '../../ledger/delivery.ts';
import type { Outcome, Sender } from '../../ledger/sender.ts';
import { type Mailer, sendMail } from '../mail/send-mail.ts';

interface OwnerSenderParts {
  readonly pool: Pool;
  readonly mailer: Mailer;
  ownerAddresses(): Promise<readonly string[]>;
  /** The origin of the inbox. */
  inboxUrl(): Promise<string>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Mails notices to all owners. Like any mail, one that may have arrived is `uncertain`. */
export function createOwnerSender({ log, ...parts }: OwnerSenderParts): Sender {
  return {
    kind: 'owners',
    afterLoss: 'uncertain',
    // Each attempt is composed again, for the current owners. No text is kept, so an erasure need not search it.
    compose: async () => '',
    async send(dispatch, _body, signal) {
      const outcome = await sendNotice(dispatch, parts, signal);
      const { result, detail } = outcome;
      const facts = { deliveryId: dispatch.id, notice: dispatch.facts, detail };
      if (result !== 'delivered') log.warn(facts, 'Delivery: the mail to the owners failed');
      return outcome;
    },
  };
}

async function sendNotice(
  { id, facts }: Dispatch,
  { pool, mailer, ownerAddresses, inboxUrl }: Omit<OwnerSenderParts, 'log'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const addresses = await ownerAddresses();
  if (addresses.length === 0) {
    return { result: 'retry', cause: 'fault', detail: 'There is no owner to notify', status: null, response: null };
  }
  const { noticeTexts } = await import('./notice-texts.ts');
  const { findOperatorsReading, ownerMail } = await import('./owner-mail.ts');
  const text = noticeTexts.get(facts?.about);
  if (facts === null || text === undefined) throw new Error('This process does not know the subject of the notice');
  const reading = await findOperatorsReading(pool);
  const content = await text(facts, { pool, reading, inboxUrl });
  return sendMail(mailer, id, ownerMail(content, addresses, reading.language), signal);
}
