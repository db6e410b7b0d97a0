import { given, type OperatorClient } from './client.ts';

const hook = { kind: 'webhook', name: 'A bot', url: 'https://bot.example.org/requests' } as const;
const mail = { audience: 'customers', language: 'de', messages: true } as const;
const changedMail = { ...mail, language: 'en' } as const;

/** Calls the operations of channels, deliveries and mail. */
export async function walkThroughDeliveries(client: OperatorClient, requestId: string) {
  const { channel } = given(await client.POST('/api/operator/v1/channels', { body: { ...hook } }));
  const params = { path: { id: channel.id } };
  const changed = given(
    await client.PATCH('/api/operator/v1/channels/{id}', { params, body: { name: 'Another bot' } }),
  );
  const rotated = given(await client.POST('/api/operator/v1/channels/{id}/secret', { params, body: {} }));
  const test = given(await client.POST('/api/operator/v1/channels/{id}/test', { params }));
  const deliveries = given(await client.GET('/api/operator/v1/channels/{id}/deliveries', { params }));
  const delivery = { path: { id: test.id } };
  const detail = given(await client.GET('/api/operator/v1/deliveries/{id}', { params: delivery }));
  const countable = given(
    await client.POST('/api/operator/v1/channels/{id}/resend/look-up', { params, body: { type: ['test'] } }),
  );
  const many = given(await client.POST('/api/operator/v1/channels/{id}/resend', { params, body: { type: ['test'] } }));
  await client.POST('/api/operator/v1/channels/release');
  await client.GET('/api/operator/v1/channels/health');

  const newChannel = { name: 'Customers', types: ['request.created' as const], mail: { ...mail } };
  const mailChannel = given(await client.POST('/api/operator/v1/channels/mail', { body: newChannel }));
  const ofMail = { path: { id: mailChannel.id } };
  await client.PUT('/api/operator/v1/channels/{id}/mail', { params: ofMail, body: { mail: { ...changedMail } } });
  const request = { path: { id: requestId } };
  const message = { params: request, body: { text: 'Hello' } };
  const { deliveryId } = given(await client.POST('/api/operator/v1/requests/{id}/messages', message));
  const ofRequest = given(await client.GET('/api/operator/v1/requests/{id}/deliveries', { params: request }));
  const taken = { path: { id: requestId, deliveryId } };
  await client.DELETE('/api/operator/v1/requests/{id}/messages/{deliveryId}', { params: taken });
  const ofMessage = { path: { id: deliveryId } };
  const again = given(await client.POST('/api/operator/v1/deliveries/{id}/resend', { params: ofMessage }));
  await client.GET('/api/operator/v1/mail');
  const preview = { path: { template: 'customer-created' } } as const;
  await client.GET('/api/operator/v1/mail/previews/{template}', { params: preview });
  await client.GET('/api/operator/v1/mail/previews/{template}/html', { params: preview, parseAs: 'text' });
  const template = given(await client.POST('/api/operator/v1/message-templates', { body: { text: 'Hello again' } }));
  const templates = given(await client.GET('/api/operator/v1/message-templates'));
  const ofTemplate = { path: { id: template.id } };
  await client.DELETE('/api/operator/v1/message-templates/{id}', { params: ofTemplate });
  const channels = given(await client.GET('/api/operator/v1/channels'));
  await client.DELETE('/api/operator/v1/channels/{id}', { params });
  const removed = given(await client.GET('/api/operator/v1/channels/{id}', { params: ofMail }));
  return {
    name: changed.name,
    hasSecret: rotated.secret.startsWith('whsec_'),
    deliveries: deliveries.items.map(({ type }) => type),
    state: detail.state,
    resendable: countable.count,
    repeats: again.resendOf === deliveryId,
    resent: many.resent,
    messages: ofRequest.items.filter(({ type }) => type === 'request.message').length,
    templates: templates.items.map(({ text }) => text),
    channels: channels.items.map(({ kind }) => kind).sort(),
    kept: removed.name,
  };
}
