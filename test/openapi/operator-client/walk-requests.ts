import { given, type OperatorClient } from './client.ts';

/**
 * Calls the operations of requests, their files, exports, events and erasures. `id` is a request with a picture.
 * `other` is another request.
 */
export async function walkThroughRequests(client: OperatorClient, id: string, other: string) {
  const params = { path: { id } };
  const list = given(
    await client.GET('/api/operator/v1/requests', { params: { query: { status: ['NEW'], limit: 10 } } }),
  );
  const seen = given(await client.GET('/api/operator/v1/requests/{id}', { params }));
  const body = { status: 'ACCEPTED', labels: ['vip'], version: seen.version } as const;
  const changed = given(
    await client.PATCH('/api/operator/v1/requests/{id}', { params, body: { ...body, labels: [...body.labels] } }),
  );
  const note = given(await client.POST('/api/operator/v1/requests/{id}/notes', { params, body: { text: 'Call her' } }));
  const listed = { path: { id: other } };
  given(
    await client.PATCH('/api/operator/v1/requests/{id}', {
      params: listed,
      body: { status: 'WAITLISTED', version: 1 },
    }),
  );
  given(await client.POST('/api/operator/v1/requests/{id}/place', { params: listed, body: { before: null } }));
  const events = given(await client.GET('/api/operator/v1/requests/{id}/events', { params }));
  const bulk = given(
    await client.POST('/api/operator/v1/requests/bulk', {
      body: { ids: [{ id, version: changed.version }], change: { unread: false } },
    }),
  );
  given(await client.GET('/api/operator/v1/requests/{id}/same-customer', { params }));
  given(await client.GET('/api/operator/v1/requests/sums'));
  given(await client.GET('/api/operator/v1/requests/repeats', { params: { query: { id: [id] } } }));
  given(await client.GET('/api/operator/v1/requests/{id}/form', { params }));
  const status = given(await client.GET('/api/operator/v1/requests/{id}/status-link', { params }));
  const renewed = given(await client.POST('/api/operator/v1/requests/{id}/status-link', { params }));
  const labels = given(await client.GET('/api/operator/v1/labels'));
  await client.GET('/api/operator/v1/catalogue');
  await client.GET('/api/operator/v1/form');
  const view = given(await client.POST('/api/operator/v1/views', { body: { name: 'Oil', search: '?label=oil' } }));
  const views = given(await client.GET('/api/operator/v1/views'));
  await client.DELETE('/api/operator/v1/views/{id}', { params: { path: { id: view.id } } });
  await client.GET('/api/operator/v1/disk');

  const file = { path: { id, position: 0 } };
  const binary = { parseAs: 'arrayBuffer' } as const;
  const text = { parseAs: 'text' } as const;
  const bytes = await client.GET('/api/operator/v1/requests/{id}/files/{position}', { params: file, ...binary });
  await client.GET('/api/operator/v1/requests/{id}/files/{position}/preview', { params: file, ...binary });
  await client.GET('/api/operator/v1/requests/{id}/files.zip', { params, ...binary });
  await client.GET('/api/operator/v1/requests.zip/parts');
  await client.GET('/api/operator/v1/requests.zip', binary);
  const csv = await client.GET('/api/operator/v1/requests.csv', text);
  const lines = await client.GET('/api/operator/v1/requests.jsonl', text);

  const changes = given(await client.GET('/api/operator/v1/changes', { params: { query: { limit: 1 } } }));
  await client.GET('/api/operator/v1/history');
  const leaving = new AbortController();
  await client.GET('/api/operator/v1/stream', { parseAs: 'stream', signal: leaving.signal });
  leaving.abort();

  const erased = given(await client.DELETE('/api/operator/v1/requests/{id}', { params: { path: { id: other } } }));
  const person = { email: seen.customerEmail };
  const found = given(await client.POST('/api/operator/v1/erasures/look-up', { body: person }));
  const receipts = given(await client.POST('/api/operator/v1/erasures', { body: person }));
  const erasures = given(await client.GET('/api/operator/v1/erasures'));
  return {
    listed: list.items.map((request) => request.id).sort(),
    changed: { status: changed.status, labels: changed.labels, version: changed.version - seen.version },
    note: note.to,
    kinds: events.items.map(({ kind }) => kind).sort(),
    bulk,
    hasNewLink: status.url !== renewed.url,
    labels: labels.items,
    views: views.items.map(({ name, search }) => ({ name, search })),
    bytes: (bytes.data as ArrayBuffer | undefined)?.byteLength,
    headings: String(csv.data).slice(0, 10),
    exported: String(lines.data).trim().split('\n').length,
    hasChanges: changes.next !== '',
    erased: erased.requestId,
    found: found.items.map((request) => request.id),
    receipts: receipts.items.map(({ requestId }) => requestId),
    erasures: erasures.items.map(({ requestId }) => requestId).sort(),
  };
}
