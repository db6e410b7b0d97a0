import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { createNewKeyRing } from '../deliveries/stage.ts';
import { addChannel } from '../support/add-channel.ts';
import { filePart, payloadPart, postParts, validPayload } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { customers, operators } from './stage.ts';

let mails: MailServer;
let service: TestService;

beforeAll(async () => {
  mails = await startMailServer();
  service = await startTestService({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Studio <studio@example.org>',
    PUBLIC_URL: 'https://example.org/studio/',
    INBOX: 'on',
    INBOX_PORT: '0',
    INBOX_URL: 'https://inbox.example.org',
  });
});

afterAll(async () => {
  await service.close();
  await mails.close();
});

describe('the mails of a request', () => {
  it('go to the customer and the operator, each once, with links that work', async () => {
    const channels = createChannels(service.pool, createNewKeyRing());
    for (const settings of [{ ...customers, language: 'en' } as const, operators]) {
      await addChannel(channels, { kind: 'mail', name: 'Mail', types: ['request.created'], mail: settings });
    }
    const { headers, body } = await postParts(service.endpoint, [payloadPart(), filePart('a.png', 'a')]);
    await expect.poll(() => mails.received.length).toBe(2);
    const to = (address: string) =>
      mails.received.find((mail) => mail.to.includes(address))?.source.replace(/=\r\n/g, '');
    const confirmation = to(validPayload.customerEmail) ?? '';
    expect(confirmation).toContain(String(headers.get('location')));
    for (const typed of [validPayload.customerName, 'Two cats', 'a.png']) expect(confirmation).not.toContain(typed);
    expect(to('ann@example.org')).toContain(`https://inbox.example.org/requests/${body.id}`);
    const { rows } = await service.pool.query('select state, attempt from deliveries');
    expect(rows).toEqual(Array(2).fill({ state: expect.stringMatching(/sending|delivered/), attempt: 1 }));
  });
});
