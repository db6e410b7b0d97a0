import { addingKeys, type Change, copy, insert, type Recipe } from './recipe.ts';

const kinds = 'src/deliveries/kinds';

const renamed: Change = (text) =>
  text
    .replaceAll('slack', 'pigeon')
    .replaceAll('Slack', 'Pigeon')
    .replace("from './pigeon-text.ts'", "from '../slack/slack-text.ts'");

const copied = (file: string) => copy(file, file.replaceAll('slack', 'pigeon'), renamed);

/** `pigeon`, which begins as a copy of the kind for chats. */
export const channelKind: Recipe = {
  heading: 'A kind of channel',
  name: 'pigeon',
  mostFiles: 15,
  adapted: null,
  edits: [
    copied(`${kinds}/slack/slack-kind.ts`),
    copied(`${kinds}/slack/slack-settings.ts`),
    copied(`${kinds}/slack/create-slack-sender.ts`),
    copied(`${kinds}/slack/slack-command.ts`),
    insert(`${kinds}/registry.ts`, "ntfy/ntfy-kind.ts';\n", "import { pigeon } from './pigeon/pigeon-kind.ts';\n"),
    insert(`${kinds}/registry.ts`, '= { webhook, mail, slack, ntfy', ', pigeon'),
    insert(
      `${kinds}/commands.ts`,
      "ntfy/ntfy-command.ts';\n",
      "import { pigeonCommand } from './pigeon/pigeon-command.ts';\n",
    ),
    insert(`${kinds}/commands.ts`, '  ntfy: ntfyCommand,\n', '  pigeon: pigeonCommand,\n'),
    insert('src/deliveries/ledger/delivery.ts', "channelKinds = ['webhook', 'mail', 'slack', 'ntfy'", ", 'pigeon'"),
    copied('test/deliveries/slack.test.ts'),
    copied('inbox/src/settings/kinds/slack-kind.tsx'),
    insert(
      'inbox/src/settings/kinds/all-kinds.ts',
      "ntfy-kind.tsx';\n",
      "import { pigeonKind } from './pigeon-kind.tsx';\n",
    ),
    insert('inbox/src/settings/kinds/all-kinds.ts', '  ntfy: ntfyKind,\n', '  pigeon: pigeonKind,\n'),
    insert(
      'inbox/src/model/channels-api.ts',
      "ntfy/ntfy-settings.ts';\n",
      "import type { PigeonSettings } from '../../../src/deliveries/kinds/pigeon/pigeon-settings.ts';\n",
    ),
    insert(
      'inbox/src/model/channels-api.ts',
      '  readonly ntfy: NtfySettings;\n',
      '  readonly pigeon: PigeonSettings;\n',
    ),
    insert(
      'inbox/src/model/channels-api.ts',
      "export type NtfyChannel = ChannelOf<'ntfy'>;\n",
      "export type PigeonChannel = ChannelOf<'pigeon'>;\n",
    ),
    insert('docs/deliveries.md', '## A phone\n', '\nThe kind `pigeon` is another one.\n'),
    insert('docs/operator-api.md', '| | | `slack`: `{url, language, fields}`', '; `pigeon`: `{url, language, fields}`'),
    insert('CHANGELOG.md', '### Artists\n\n', '- Pigeons are told of new requests.\n'),
  ],
  texts: { 'texts/inbox': addingKeys({ settings: ['channelAdd_pigeon', 'channelFor_pigeon'] }) },
  tests: [
    'test/deliveries/pigeon.test.ts',
    'test/repository/floors.test.ts',
    'inbox/src/language/inbox-messages.test.ts',
  ],
  proof: `
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createChannelParts } from '../src/deliveries/create-channel-parts.ts';
import { kinds } from '../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../src/deliveries/ledger/create-ledger.ts';
import { createDeliveryWorker } from '../src/deliveries/ledger/worker.ts';
import { createReceiverClient } from '../src/deliveries/receivers/receiver-client.ts';
import { createReceiverUrlReader } from '../src/deliveries/receivers/receiver-url.ts';
import { startReceiver } from './deliveries/receiver.ts';
import { createNewKeyRing } from './deliveries/stage.ts';
import { api, openOperatorStage } from './operator/stage.ts';

it('is added by the API, and delivers', async () => {
  const keyRing = createNewKeyRing();
  const readUrl = createReceiverUrlReader({ allowsPrivate: true });
  const stage = await openOperatorStage({ openChannels: (pool) => createChannelParts(pool, keyRing, readUrl) });
  const receiver = await startReceiver();
  const body = { kind: 'pigeon', url: receiver.url.href };
  const added = await stage.owner.call('POST', api + '/channels', { body });
  expect(added).toMatchObject({ status: 201, body: { channel: { kind: 'pigeon', types: ['request.created'] } } });
  const made = await stage.owner.call('POST', api + '/channels/' + added.body.channel.id + '/test');
  expect(made.status).toBe(201);

  const client = createReceiverClient({ allowsPrivate: true });
  const inboxUrl = async () => 'https://inbox.example.org';
  const worker = createDeliveryWorker({
    ledger: createDeliveryLedger(stage.database.pool, kinds),
    senders: [kinds.pigeon.createSender({ client, keyRing, inboxUrl, version: '0.0.0', mail: null })],
    log: pino({ level: 'silent' }),
  });
  await worker.wake();
  const delivery = async () => (await stage.owner.call('GET', api + '/deliveries/' + made.body.id)).body.state;
  await expect.poll(delivery).toBe('delivered');
  expect(receiver.received).toHaveLength(1);
  await worker.close();
  await client.close();
  await receiver.close();
  await stage.close();
});
`,
};
