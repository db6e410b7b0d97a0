import { mostPictures } from '../../src/studio/pictures/studio-pictures.ts';
import { picture } from '../pictures/pictures.ts';
import { api, type Called, type OperatorStage } from './stage.ts';
import { uploadPicture } from './upload-picture.ts';

/** Returns the calls that provoke the specific responses of the studio, by operation and status. */
export function studioResponses(stage: () => OperatorStage): Readonly<Record<string, () => Promise<Called>>> {
  const call = (method: string, path: string, body?: unknown) => stage().owner.call(method, `${api}${path}`, { body });
  const version = async () => (await call('GET', '/studio/draft')).body.version;
  let titles = 0;

  async function save(): Promise<Called> {
    titles += 1;
    return call('PUT', '/studio/draft', { version: await version(), document: { title: `Studio ${titles}` } });
  }

  async function publish(): Promise<Called> {
    const { body } = await save();
    return call('POST', '/studio/publish', { version: body.version });
  }

  async function uploadOneTooMany(): Promise<Called> {
    const { pool } = stage().database;
    const text =
      'insert into studio_pictures select gen_random_uuid(), n::text, now() from generate_series(1, $1::int) n';
    await pool.query(text, [mostPictures]);
    const called = await uploadPicture(stage(), picture('photo.webp'));
    await pool.query('delete from studio_pictures');
    return called;
  }

  const again = (revision: number, body: unknown) => call('POST', `/studio/revisions/${revision}/publish`, body);

  return {
    'getStudio 200': () => call('GET', '/studio'),
    'changeStudio 200': () => {
      titles += 1;
      return call('PATCH', '/studio', { guard: { mode: 'watch', toldPerMinute: titles } });
    },
    'changeStudio 409': async () => {
      await call('PATCH', '/studio', { guard: { mode: 'watch' } });
      return call('PATCH', '/studio', { guard: { mode: 'watch' } });
    },
    'getOpening 200': () => call('GET', '/studio/opening'),
    'setOpening 200': () => {
      titles += 1;
      return call('PUT', '/studio/opening', { opening: { message: `Message ${titles}` } });
    },
    'setOpening 409': async () => {
      await call('PUT', '/studio/opening', { opening: { message: 'Same' } });
      return call('PUT', '/studio/opening', { opening: { message: 'Same' } });
    },
    'listUsedStudioIds 200': () => call('GET', '/studio/used-ids'),
    'getStudioDraft 200': () => call('GET', '/studio/draft'),
    'saveStudioDraft 200': save,
    'saveStudioDraft 412': () => call('PUT', '/studio/draft', { version: 9999, document: {} }),
    'saveStudioDraft 428': () => call('PUT', '/studio/draft', { document: {} }),
    'publishStudio 201': publish,
    'publishStudio 409': async () => {
      await publish();
      return call('POST', '/studio/publish', { version: await version() });
    },
    'publishStudio 412': () => call('POST', '/studio/publish', { version: 9999 }),
    'publishStudio 428': () => call('POST', '/studio/publish', {}),
    'listStudioRevisions 200': () => call('GET', '/studio/revisions'),
    'getStudioRevision 200': async () => call('GET', `/studio/revisions/${(await publish()).body.revision}`),
    'publishStudioRevision 201': async () => {
      const { body } = await publish();
      await publish();
      return again(body.revision, { version: await version() });
    },
    'publishStudioRevision 404': async () => again(99_999_999, { version: await version() }),
    'publishStudioRevision 409': async () => {
      const { body } = await publish();
      return again(body.revision, { version: await version() });
    },
    'publishStudioRevision 412': async () => again((await publish()).body.revision, { version: 9999 }),
    'listStudioPictures 200': () => call('GET', '/studio/pictures'),
    'uploadStudioPicture 201': () => uploadPicture(stage(), picture('photo.png')),
    'uploadStudioPicture 409': uploadOneTooMany,
    'uploadStudioPicture 413': () => uploadPicture(stage(), Buffer.alloc(21 * 1024 * 1024)),
    'uploadStudioPicture 422': () => uploadPicture(stage(), Buffer.from('no picture')),
    'publishStudioRevision 428': async () => again((await publish()).body.revision, {}),
  };
}
