import { given, type OperatorClient } from './client.ts';

/** A whole WebP of one pixel. */
const pixel = 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=';

const portrait = { id: 'portrait', name: { en: 'Portrait' } };

/** Calls the operations of the studio: uploads a picture, edits the document, publishes it twice, and brings the first revision back. */
export async function walkThroughStudio(client: OperatorClient) {
  const uploaded = given(
    await client.POST('/api/operator/v1/studio/pictures', {
      // The types say `string` for bytes.
      body: pixel,
      bodySerializer: (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
      headers: { 'content-type': 'image/webp' },
    }),
  );
  const pictures = given(await client.GET('/api/operator/v1/studio/pictures'));
  const nothing = given(await client.GET('/api/operator/v1/studio'));
  const draft = given(await client.GET('/api/operator/v1/studio/draft'));
  const saved = given(
    await client.PUT('/api/operator/v1/studio/draft', {
      body: {
        version: draft.version,
        document: { title: { en: 'Lindenhof' }, logo: { sha256: uploaded.sha256 }, types: [portrait] },
      },
    }),
  );
  const first = given(
    await client.POST('/api/operator/v1/studio/publish', { body: { version: saved.version, note: 'The name' } }),
  );
  const { version } = given(await client.GET('/api/operator/v1/studio/draft'));
  const renamed = given(
    await client.PUT('/api/operator/v1/studio/draft', {
      body: { version, document: { title: { en: 'Another name' } } },
    }),
  );
  given(await client.POST('/api/operator/v1/studio/publish', { body: { version: renamed.version } }));
  const params = { path: { revision: first.revision } };
  const found = given(await client.GET('/api/operator/v1/studio/revisions/{revision}', { params }));
  const seen = given(await client.GET('/api/operator/v1/studio/draft'));
  const again = given(
    await client.POST('/api/operator/v1/studio/revisions/{revision}/publish', {
      params,
      body: { version: seen.version },
    }),
  );
  const queued = given(await client.PATCH('/api/operator/v1/studio', { body: { queue: { isShown: true } } }));
  const closed = given(await client.PUT('/api/operator/v1/studio/opening', { body: { mode: 'closed' } }));
  const opening = given(await client.GET('/api/operator/v1/studio/opening'));
  const list = given(await client.GET('/api/operator/v1/studio/revisions'));
  const used = given(await client.GET('/api/operator/v1/studio/used-ids'));
  return {
    pictures: pictures.items.map(({ small }) => small.width),
    before: nothing.published,
    note: found.note,
    restores: again.restores,
    states: [closed.state, opening.reason],
    queue: queued.published?.changed,
    revisions: list.items.map(({ revision }) => revision),
    usedIds: used.items,
  };
}
