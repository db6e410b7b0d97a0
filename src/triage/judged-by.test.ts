import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ServedStudio, servedStudio } from '../studio/document/served-studio.ts';
import { studioSchema } from '../studio/document/studio.ts';
import { createJudgedBy } from './judged-by.ts';

const secret = async () => createSecretKey(randomBytes(32));
const began = new Date('2026-05-04T10:00:00.000Z');

function judgementBy(current: ServedStudio | null, hasMail = false) {
  const studio = { current: () => current, known: () => current ?? servedStudio(null, null) };
  return createJudgedBy({ studio, hasMail, secret })('203.0.113.7', began, null);
}

const published = (document: object) => servedStudio(null, { revision: 1, studio: studioSchema.parse(document) });

describe('the judgement of a form', () => {
  it('is that of the guard while the studio is unknown, because the guard may be on', async () => {
    expect(await judgementBy(null)).toMatchObject({ judging: 'guard', guard: { address: '203.0.113.7' } });
  });

  it('is that of the guard while the guard is on', async () => {
    expect(await judgementBy(published({ guard: { mode: 'watch' }, opening: {} }))).toMatchObject({
      judging: 'guard',
      guard: { address: '203.0.113.7', began: began.toISOString() },
    });
  });

  it('is that of the opening while the guard is off, with no address', async () => {
    const { judging, guard } = await judgementBy(published({ opening: {} }));
    expect([judging, guard]).toEqual(['opening', { network: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  });

  it('is missing while neither is set, with the network only where mails are counted by it', async () => {
    expect(await judgementBy(published({}))).toEqual({ judging: null, guard: null });
    expect(await judgementBy(published({}), true)).toMatchObject({
      judging: null,
      guard: { network: expect.any(String) },
    });
  });
});
