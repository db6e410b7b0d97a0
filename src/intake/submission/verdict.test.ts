import { describe, expect, it } from 'vitest';
import { failures } from '../../platform/failure/failure.ts';
import { readPayload } from './payload.ts';
import { type FormFacts, finalVerdict, firstKnownFailure, irrevocableFailure } from './verdict.ts';

const bad = { failure: failures.invalidPayloadJson() };
const valid = readPayload(
  Buffer.from('{"customerName":"Zoë","customerEmail":"zoe@example.org","message":"Cats"}'),
  'later',
);
const facts = (some: Partial<FormFacts>): FormFacts => ({
  payload: valid,
  fileCount: 0,
  firstTooLarge: null,
  ...some,
});

describe('irrevocableFailure', () => {
  it('is open until a payload has been read, with any files', () => {
    expect(irrevocableFailure(facts({ payload: 'unread', fileCount: 11, firstTooLarge: 'a' }))).toBeNull();
  });

  it('is a bad payload as soon as it has been read', () => {
    expect(irrevocableFailure(facts({ payload: bad }))).toBe(bad.failure);
  });

  it('is too many files at the eleventh', () => {
    expect(irrevocableFailure(facts({ fileCount: 10 }))).toBeNull();
    expect(irrevocableFailure(facts({ fileCount: 11 }))).toEqual(failures.tooManyFiles());
  });

  it('leaves a file that is too large open, for too many files may follow', () => {
    expect(irrevocableFailure(facts({ fileCount: 1, firstTooLarge: 'a' }))).toBeNull();
  });
});

describe('finalVerdict', () => {
  it('accepts ten files and a valid payload', () => {
    expect(finalVerdict(facts({ fileCount: 10 }))).toBe(valid);
  });

  it('prefers the earlier check of each pair', () => {
    const all = { fileCount: 11, firstTooLarge: 'a' };
    expect(finalVerdict(facts({ ...all, payload: 'unread' }))).toEqual({ failure: failures.missingPayload() });
    expect(finalVerdict(facts({ ...all, payload: bad }))).toEqual(bad);
    expect(finalVerdict(facts(all))).toEqual({ failure: failures.tooManyFiles() });
    expect(finalVerdict(facts({ ...all, fileCount: 10 }))).toEqual({ failure: failures.fileTooLarge('a') });
  });
});

describe('firstKnownFailure', () => {
  it('does not report a missing payload that may still have followed', () => {
    expect(firstKnownFailure(facts({ payload: 'unread' }))).toBeNull();
  });

  it('is the first failure of the parts that were read', () => {
    expect(firstKnownFailure(facts({ payload: bad }))).toBe(bad.failure);
    expect(firstKnownFailure(facts({ fileCount: 11 }))).toEqual(failures.tooManyFiles());
    expect(firstKnownFailure(facts({ firstTooLarge: '' }))).toEqual(failures.fileTooLarge(''));
  });
});
