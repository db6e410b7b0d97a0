import { describe, expect, it, vi } from 'vitest';
import type { BodyUnderWay } from '../../intake/steps/body-pace.ts';
import { createAdmission } from './admission.ts';

const mebibyte = 1024 * 1024;
const limits = {
  maxUploads: 2,
  smallBodyMemoryBytes: 8 * mebibyte,
  busyMinBodyBytesPerSecond: 1000,
};

const incomplete = (bodyBytes: number | null) => ({ bodyBytes, isComplete: false });
const complete = (bodyBytes: number | null) => ({ bodyBytes, isComplete: true });

/** A body that arrives at this many bytes per second, or `null` while the rate is unknown. */
function arriving(bytesPerSecond: number | null) {
  return { bytesPerSecond: () => bytesPerSecond, timeOut: vi.fn() };
}

describe('admission', () => {
  it('has a place for each upload up to the limit, and again when one is over', () => {
    const admission = createAdmission(limits);
    const first = admission.admit(incomplete(mebibyte));
    expect(admission.admit(incomplete(mebibyte))).not.toBeNull();
    expect(admission.admit(incomplete(mebibyte))).toBeNull();
    first?.release();
    first?.release();
    expect(admission.admit(incomplete(mebibyte))).not.toBeNull();
    expect(admission.admit(incomplete(mebibyte))).toBeNull();
  });

  it('lets small bodies in beside any number of uploads', () => {
    const admission = createAdmission(limits);
    admission.admit(incomplete(mebibyte));
    admission.admit(incomplete(mebibyte));
    for (let count = 0; count < 96; count += 1) expect(admission.admit(incomplete(64 * 1024))).not.toBeNull();
    expect(admission.admit(incomplete(64 * 1024 + 1))).toBeNull();
  });

  it('counts each upload as one, whatever its length', () => {
    const admission = createAdmission(limits);
    expect(admission.admit(incomplete(1_000_000 * mebibyte))).not.toBeNull();
    expect(admission.admit(incomplete(null))).not.toBeNull();
    expect(admission.admit(complete(mebibyte))).toBeNull();
    expect(admission.admit(incomplete(null))).toBeNull();
  });
});

describe('admission where there is no room', () => {
  const slow = { ...limits, maxUploads: 3 };

  function occupied(uploads: readonly BodyUnderWay[]) {
    const admission = createAdmission(slow);
    const places = uploads.map((upload) => {
      const place = admission.admit(incomplete(mebibyte));
      place?.occupy(upload);
      return place;
    });
    expect(places).not.toContain(null);
    return { admission, places };
  }

  it('lets the oldest slow upload go, and no other', () => {
    const uploads = [arriving(5000), arriving(900), arriving(10)];
    const { admission, places } = occupied(uploads);
    expect(admission.admit(incomplete(mebibyte))).not.toBeNull();
    expect(uploads.map(({ timeOut }) => timeOut.mock.calls.length)).toEqual([0, 1, 0]);
    // Another request has this slot now.
    places[1]?.release();
    expect(admission.admit(incomplete(mebibyte))).not.toBeNull();
    expect(uploads.map(({ timeOut }) => timeOut.mock.calls.length)).toEqual([0, 1, 1]);
    expect(admission.admit(incomplete(mebibyte))).toBeNull();
  });

  it('spares uploads that are fast enough, or too young to tell', () => {
    const uploads = [arriving(1000), arriving(null), arriving(50_000)];
    const { admission } = occupied(uploads);
    expect(admission.admit(incomplete(mebibyte))).toBeNull();
    for (const { timeOut } of uploads) expect(timeOut).not.toHaveBeenCalled();
  });

  it('spares uploads for a small body, which needs no slot', () => {
    const uploads = [arriving(1), arriving(1), arriving(1)];
    const { admission } = occupied(uploads);
    expect(admission.admit(incomplete(1000))).not.toBeNull();
    for (const { timeOut } of uploads) expect(timeOut).not.toHaveBeenCalled();
  });
});

describe('admission of small bodies', () => {
  it('keeps a quarter of the memory for those that have arrived', () => {
    const admission = createAdmission(limits);
    const slots = Array.from({ length: 96 }, () => admission.admit(incomplete(1)));
    expect(slots).not.toContain(null);
    expect(admission.admit(incomplete(1))).toBeNull();
    for (let count = 0; count < 32; count += 1) expect(admission.admit(complete(1))).not.toBeNull();
    expect(admission.admit(complete(1))).toBeNull();
  });

  it('begins again when one is over', () => {
    const admission = createAdmission(limits);
    const slots = Array.from({ length: 96 }, () => admission.admit(incomplete(1)));
    slots[50]?.release();
    expect(admission.admit(incomplete(1))).not.toBeNull();
    expect(admission.admit(incomplete(1))).toBeNull();
  });

  it('times out the oldest slow one where there is no room', () => {
    const admission = createAdmission(limits);
    const bodies = [arriving(5000), arriving(null), arriving(10), ...Array.from({ length: 93 }, () => arriving(5))];
    for (const body of bodies) admission.admit(incomplete(1))?.occupy(body);
    expect(admission.admit(incomplete(1))).not.toBeNull();
    expect(bodies.map(({ timeOut }) => timeOut.mock.calls.length).slice(0, 4)).toEqual([0, 0, 1, 0]);
  });

  it('gives one the place of a slow one where complete ones take the rest', () => {
    const admission = createAdmission(limits);
    const bodies = Array.from({ length: 96 }, () => arriving(5));
    for (const body of bodies) admission.admit(incomplete(1))?.occupy(body);
    for (let count = 0; count < 32; count += 1) admission.admit(complete(1));
    expect(admission.admit(incomplete(1))).not.toBeNull();
    expect(admission.admit(complete(1))).not.toBeNull();
    expect(bodies.filter(({ timeOut }) => timeOut.mock.calls.length > 0)).toEqual(bodies.slice(0, 2));
  });

  it('leaves uploads their slots', () => {
    const admission = createAdmission(limits);
    for (let count = 0; count < 100; count += 1) admission.admit(incomplete(1));
    expect(admission.admit(incomplete(mebibyte))).not.toBeNull();
  });

  it('has room for 64 whatever the memory', () => {
    const admission = createAdmission({ ...limits, smallBodyMemoryBytes: 1 });
    for (let count = 0; count < 64; count += 1) expect(admission.admit(complete(1))).not.toBeNull();
    expect(admission.admit(complete(1))).toBeNull();
  });
});
