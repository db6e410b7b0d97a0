import { describe, expect, it } from 'vitest';
import { type Attachment, acceptFiles, isDuplicate, moved } from './attachment.ts';

const mebibyte = 1024 * 1024;
const limits = { maxCount: 3, maxBytes: 10, maxRequestBytes: 1.5 * mebibyte + 25 };
const file = (name: string, size = 1) => new File([new Uint8Array(size)], name);
const attached = (...names: string[]): Attachment[] => names.map((name) => ({ id: name, file: file(name) }));
const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

describe('files that are chosen', () => {
  it('are attached in their order up to the limits', () => {
    const { accepted, rejections } = acceptFiles(attached('a'), [file('b', 10), file('c', 0)], limits);
    expect(namesOf(accepted)).toEqual(['b', 'c']);
    expect(rejections).toEqual([]);
  });

  it('are rejected by name when they are too many', () => {
    const { accepted, rejections } = acceptFiles(attached('a', 'b'), [file('c'), file('d'), file('e')], limits);
    expect(namesOf(accepted)).toEqual(['c']);
    expect(rejections).toMatchObject([{ code: 'tooMany', files: [{ name: 'd' }, { name: 'e' }] }]);
  });

  it('are rejected one by one when they are too large, and are not counted', () => {
    const { accepted, rejections } = acceptFiles(attached('a', 'b'), [file('big', 11), file('c')], limits);
    expect(namesOf(accepted)).toEqual(['c']);
    expect(rejections).toMatchObject([{ code: 'tooLarge', file: { name: 'big' } }]);
  });

  it('are rejected when the request as a whole would be too large', () => {
    const { accepted, rejections } = acceptFiles([], [file('a', 10), file('b', 10), file('c', 10)], limits);
    expect(namesOf(accepted)).toEqual(['a', 'b']);
    expect(rejections).toMatchObject([{ code: 'totalTooLarge', files: [{ name: 'c' }] }]);
  });
});

describe('an attachment', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
  ])('moves from %i to %i', (from, to, order) => {
    const ids = moved(attached('a', 'b', 'c'), from, to).map(({ id }) => id);
    expect(ids.join('')).toBe(order);
  });
});

describe('a file that is attached again', () => {
  it('is known by its name, size and type', () => {
    const attachments = [...attached('a', 'b', 'a'), { id: 'other', file: file('a', 2) }];
    expect(attachments.map((_, index) => isDuplicate(attachments, index))).toEqual([false, false, true, false]);
  });
});
