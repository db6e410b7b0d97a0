import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/configuration/read-config.ts';
import { payloadPart, postParts, validPayload } from '../support/form.ts';
import { startTestService } from '../support/service.ts';

const catalogue = {
  title: 'Lindenhof Studio',
  types: [{ id: 'portrait', name: { en: 'Portrait', de: 'Porträt' } }],
  extras: [{ id: 'frame', name: { en: 'Oak frame', de: 'Eichenrahmen' } }],
  customCards: [{ id: 'gift', name: 'Gift card' }],
};

let directory: string;
let file: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalogue-'));
  file = join(directory, 'catalogue.json');
});

afterAll(() => rm(directory, { recursive: true }));

describe('a catalogue', () => {
  it('is published: to whom it concerns, and as extras that requests can be linked to', async () => {
    await writeFile(file, JSON.stringify(catalogue));
    const service = await startTestService({ CATALOGUE_FILE: file });
    try {
      const response = await fetch(`${service.address}/api/v1/catalogue`);
      expect(await response.json()).toEqual({
        revision: 1,
        title: { en: 'Lindenhof Studio' },
        introduction: null,
        afterwards: null,
        contact: null,
        labels: { type: null, option: null, extras: null, customCard: null },
        types: [{ id: 'portrait', name: { en: 'Portrait', de: 'Porträt' }, description: null, options: [] }],
        extras: [{ id: 'frame', name: { en: 'Oak frame', de: 'Eichenrahmen' }, description: null }],
        customCards: [{ id: 'gift', name: { en: 'Gift card' }, description: null }],
      });
      const { rows } = await service.pool.query('select id, name from commission_extras');
      expect(rows).toEqual([{ id: 'frame', name: 'Oak frame' }]);
      const sent = await postParts(service.endpoint, [payloadPart({ ...validPayload, extraIds: ['frame', 'gone'] })]);
      expect(sent.status).toBe(201);
      expect(await service.stored()).toMatchObject({ requests: 1, links: 1 });
    } finally {
      await service.close();
    }
  });

  it.each([
    [
      'custom cards that the earlier revision ignores',
      { customCards: catalogue.customCards },
      ['CATALOGUE_FILE customCards needs API_REVISION=later'],
    ],
    [
      'several faults',
      { titel: 'x', extras: [{ id: '' }] },
      [
        'CATALOGUE_FILE `extras[0].id` is empty',
        'CATALOGUE_FILE `extras[0].name` is missing',
        'CATALOGUE_FILE `titel` is no key of a catalogue',
      ],
    ],
  ])('is refused at start for %s', async (_name, content, faults) => {
    await writeFile(file, JSON.stringify(content));
    expect(() => readConfig({ CATALOGUE_FILE: file, API_REVISION: 'earlier' })).toThrow(
      expect.objectContaining({ constructor: ConfigError, faults }),
    );
  });
});
