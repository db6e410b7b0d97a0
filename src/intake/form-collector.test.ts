import { expect, it } from 'vitest';
import { heapAfterCollection } from '../../test/support/heap.ts';
import { createFormReader } from '../form-data/create-form-reader.ts';
import type { RequestSpool } from '../form-data/spool.ts';
import { readPayload } from '../submission/payload.ts';
import { createFormCollector } from './form-collector.ts';

const noFiles: RequestSpool = {
  begin() {
    throw new Error('The forms here have no files');
  },
  pressure: () => null,
  flush: async () => {},
  release: async () => {},
};

const customer = { customerName: 'A', customerEmail: 'a@example.org', message: 'm' };

/** Forms whose payload has been read, and which go on. */
function unfinishedForms(count: number, payload: object) {
  const start = `--b\r\nContent-Disposition: form-data; name="payload"\r\n\r\n${JSON.stringify(payload)}\r\n--b\r\n`;
  return Array.from({ length: count }, () => {
    const form = createFormCollector(noFiles, (bytes) => readPayload(bytes, 'later'));
    createFormReader('b', form).write(Buffer.from(start));
    return form;
  });
}

it('gives a payload of any length as it was sent', async () => {
  for (const length of [0, 3, 5000]) {
    const extraIds = Array.from({ length }, (_, index) => String(index));
    const [form] = unfinishedForms(1, { ...customer, extraIds });
    expect(form?.facts().payload).toBe('valid');
    expect(await form?.payload()).toMatchObject({ ...customer, extraIds });
  }
});

it('keeps no more of a long payload than its bytes while the form goes on', () => {
  const extraIds = Array.from({ length: 13_000 }, () => 'ab');
  const before = heapAfterCollection();
  const forms = unfinishedForms(100, { ...customer, extraIds });
  expect(heapAfterCollection() - before).toBeLessThan(2 * 1024 * 1024);
  expect(forms).toHaveLength(100);
});
