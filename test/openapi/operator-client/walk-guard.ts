import { given, type OperatorClient } from './client.ts';

/** Calls the operations of the guard, which holds nothing. */
export async function walkThroughGuard(client: OperatorClient, id: string) {
  const summary = given(await client.GET('/api/operator/v1/held/summary'));
  const { released } = given(await client.POST('/api/operator/v1/held/release', { body: { ids: [id] } }));
  const { erased } = given(await client.POST('/api/operator/v1/held/erase', { body: { ids: [id] } }));
  const block = given(
    await client.POST('/api/operator/v1/blocks', { body: { kind: 'domain', value: 'spam.example', reason: 'Ads' } }),
  );
  const { items } = given(await client.GET('/api/operator/v1/blocks'));
  await client.DELETE('/api/operator/v1/blocks/{id}', { params: { path: { id: block.id } } });
  return { mode: summary.mode, waiting: summary.waiting, released, erased, blocked: items.map(({ value }) => value) };
}
