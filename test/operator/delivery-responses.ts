import { randomUUID } from 'node:crypto';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import { api, type Called, type OperatorStage } from './stage.ts';

const hook = { kind: 'webhook', name: 'A bot', url: 'https://bot.example.org/requests' };
const customers = { name: 'Customers', types: ['request.created'], mail: { audience: 'customers', language: 'de' } };
const mostChannels = 50;

/** Returns the calls that provoke the specific responses of channels and deliveries, by operation and status. */
export function deliveryResponses(stage: () => OperatorStage): Readonly<Record<string, () => Promise<Called>>> {
  const get = (path: string) => stage().owner.call('GET', `${api}${path}`);
  const post = (path: string, body: unknown = {}) => stage().owner.call('POST', `${api}${path}`, { body });
  const change = (id: string, body: unknown) => stage().owner.call('PATCH', `${api}/channels/${id}`, { body });
  const query = (text: string, values: unknown[] = []) => stage().database.pool.query(text, values);

  async function addChannel(state = 'enabled'): Promise<string> {
    await query('delete from delivery_channels');
    const { body } = await post('/channels', hook);
    await change(body.channel.id, { state });
    return body.channel.id;
  }

  async function channelWithoutSecret(): Promise<string> {
    const id = await addChannel();
    await query("update delivery_channels set sealed = 's1.AAAAAAAA.AAAA'");
    return id;
  }

  async function makeDelivery(): Promise<string> {
    const { rows } = await query(
      "insert into deliveries (channel_id, request_id, type) values ($1, $2, 'request.created') returning id",
      [await addChannel(), await stage().inbox.store()],
    );
    return rows[0].id;
  }

  async function makeSentDelivery(): Promise<string> {
    const id = await makeDelivery();
    const ledger = createDeliveryLedger(stage().database.pool, kinds);
    const { rows } = await query('select channel_id from deliveries where id = $1', [id]);
    for (const dispatch of (await ledger.claim(rows[0].channel_id, 100)).dispatches) {
      const outcome = {
        result: 'failed',
        cause: 'error-response',
        detail: 'Refused',
        status: 400,
        response: '',
      } as const;
      await ledger.finish(dispatch, { durationMs: 1, outcome, body: '{}', isInterrupted: false });
    }
    return id;
  }

  async function addMailChannel(): Promise<Called> {
    await query('delete from delivery_channels');
    return post('/channels/mail', customers);
  }

  async function sendMessage(): Promise<string> {
    await addMailChannel();
    const path = `/requests/${await stage().inbox.store()}/messages`;
    return `${path}/${(await post(path, { text: 'Hello' })).body.deliveryId}`;
  }

  const takeBack = (path: string) => stage().owner.call('DELETE', `${api}${path}`);

  async function fillChannels(): Promise<void> {
    await query(
      `insert into delivery_channels (id, kind, name, types, settings)
       select gen_random_uuid(), 'mail', 'x', array['request.created'], '{}' from generate_series(1, $1)`,
      [mostChannels],
    );
  }

  return {
    'addMailChannel 201': addMailChannel,
    'addMailChannel 409': async () => {
      await fillChannels();
      return post('/channels/mail', customers);
    },
    'changeMailSettings 200': async () => {
      const { body } = await addMailChannel();
      return stage().owner.call('PUT', `${api}/channels/${body.id}/mail`, { body: { mail: customers.mail } });
    },
    'listMessageTemplates 200': () => get('/message-templates'),
    'addMessageTemplate 201': () => post('/message-templates', { text: 'Hello' }),
    'addMessageTemplate 409': async () => {
      await query("insert into message_templates (text) select 'Text ' || number from generate_series(1, 100) number");
      const refused = await post('/message-templates', { text: 'One more' });
      await query('delete from message_templates');
      return refused;
    },
    'removeMessageTemplate 204': async () => {
      const { body } = await post('/message-templates', { text: 'Hello' });
      return stage().owner.call('DELETE', `${api}/message-templates/${body.id}`);
    },
    'sendMessage 201': async () => {
      await addMailChannel();
      return post(`/requests/${await stage().inbox.store()}/messages`, { text: 'Hello' });
    },
    'sendMessage 409': async () => {
      await query('delete from delivery_channels');
      return post(`/requests/${await stage().inbox.store()}/messages`, { text: 'Hello' });
    },
    'takeMessageBack 204': async () => takeBack(await sendMessage()),
    'takeMessageBack 409': async () => {
      const path = await sendMessage();
      await query("update deliveries set attempt = 1 where type = 'request.message'");
      return takeBack(path);
    },
    'listChannels 200': () => get('/channels'),
    'listChannelHealth 200': () => get('/channels/health'),
    'getChannel 200': async () => get(`/channels/${await addChannel()}`),
    'addChannel 201': () => post('/channels', hook),
    'addChannel 409': async () => {
      await fillChannels();
      return post('/channels', hook);
    },
    'changeChannel 200': async () => change(await addChannel(), { name: 'Another bot' }),
    'changeChannel 409': async () => change(await channelWithoutSecret(), { url: 'https://new.example.org/' }),
    'releaseChannels 200': () => post('/channels/release'),
    'removeChannel 204': async () => stage().owner.call('DELETE', `${api}/channels/${await addChannel()}`),
    'rotateChannelSecret 200': async () => post(`/channels/${await addChannel()}/secret`),
    'rotateChannelSecret 409': async () => post(`/channels/${await channelWithoutSecret()}/secret`),
    'testChannel 201': async () => post(`/channels/${await addChannel()}/test`),
    'testChannel 409': async () => post(`/channels/${await addChannel('disabled')}/test`),
    'listRequestDeliveries 404': () => get(`/requests/${randomUUID()}/deliveries`),
    'listRequestDeliveries 200': async () => get(`/requests/${await stage().inbox.store()}/deliveries`),
    'listChannelDeliveries 200': async () => get(`/channels/${await addChannel()}/deliveries`),
    'getDelivery 200': async () => get(`/deliveries/${await makeDelivery()}`),
    'countResendable 200': async () => post(`/channels/${await addChannel()}/resend/look-up`),
    'getMailStatus 200': () => get('/mail'),
    'previewMail 200': () => get('/mail/previews/customer-created'),
    'previewMail 404': () => get('/mail/previews/none'),
    'previewMail 409': () => get('/mail/previews/customer-created?language=ko'),
    'previewMailHtml 200': () => get('/mail/previews/customer-created/html'),
    'previewMailHtml 404': () => get('/mail/previews/none/html'),
    'previewMailHtml 409': () => get('/mail/previews/customer-created/html?language=ko'),
    'resendDelivery 201': async () => post(`/deliveries/${await makeSentDelivery()}/resend`),
    'resendDelivery 409': async () => post(`/deliveries/${await makeDelivery()}/resend`),
    'resendDeliveries 200': async () => post(`/channels/${await addChannel()}/resend`),
  };
}
