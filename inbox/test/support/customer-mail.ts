import type { InboxPageStage } from './stage.ts';

/** Settings of a mail server that takes no mail. */
export const mailServerEnv = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'studio@example.org' };

/** Adds a channel that mails customers, the messages of operators too. */
export async function addCustomerMail({ service }: InboxPageStage, types: readonly string[]): Promise<void> {
  await service.pool.query(
    `insert into delivery_channels (id, kind, name, types, settings) values (gen_random_uuid(), 'mail', 'Customers', $1,
       '{"audience": "customers", "language": "en", "messages": true}')`,
    [types],
  );
}
