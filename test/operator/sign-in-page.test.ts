import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '../../src/studio/document/offered-catalogue.ts';
import type { ServedStudio } from '../../src/studio/document/served-studio.ts';
import { emptyStudio, type Studio } from '../../src/studio/document/studio.ts';
import { versionsOf } from '../../src/studio/document/terms-version.ts';
import { picture } from '../pictures/pictures.ts';
import { api, type OperatorStage, openOperatorStage } from './stage.ts';
import { uploadPicture } from './upload-picture.ts';

let stage: OperatorStage;
let served: ServedStudio = serve(emptyStudio);

beforeAll(async () => {
  stage = await openOperatorStage({ studio: { source: { current: () => served, known: () => served } } });
});

afterAll(() => stage.close());

function serve(studio: Studio): ServedStudio {
  const sha256 = studio.logo?.sha256;
  const offered = { url: `pictures/${sha256}-640.webp`, largeUrl: '', width: 120, height: 80 };
  const pictures = new Map(sha256 === undefined ? [] : [[sha256, offered]]);
  return { revision: 1, studio, catalogue: catalogueOf(studio, { revision: 1, pictures, versionsOf }) };
}

describe('the page to sign in', () => {
  it('says nothing of a studio that has published nothing', async () => {
    const { body } = await stage.stranger.call('GET', `${api}/sign-in-options`);
    expect(body).toEqual({ openIdConnect: false, title: null, logo: null });
  });

  it('has the name and the logo that customers see, and no other picture', async () => {
    const [logo, other] = [
      await uploadPicture(stage, picture('photo.png')),
      await uploadPicture(stage, picture('photo.jpg')),
    ];
    served = serve({ ...emptyStudio, title: { en: 'Lindenhof' }, logo: { sha256: logo.body.sha256 } });
    const { body } = await stage.stranger.call('GET', `${api}/sign-in-options`);
    expect(body).toMatchObject({ title: { en: 'Lindenhof' }, logo: { width: 120, height: 80 } });
    const { status, headers } = await fetch(stage.address + body.logo.url);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    const hidden = await stage.stranger.call('GET', `/sign-in/pictures/${other.body.sha256}-640.webp`);
    expect([other.status, hidden.status]).toEqual([201, 404]);
  });
});
