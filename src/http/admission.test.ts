import { describe, expect, it, vi } from 'vitest';
import type { BodyUnderWay } from '../intake/body-pace.ts';
import { type AdmissionOptions, createAdmission } from './admission.ts';

const mebibyte = 1024 * 1024;
const limits = {
  maxUploads: 2,
  maxSpoolBytes: 100 * mebibyte,
  maxRequestBytes: 80 * mebibyte,
  busyMinBodyBytesPerSecond: 1000,
};

describe('admission', () => {
  it('has a place for each upload up to the limit, and again when one is over', () => {
    const admission = createAdmission(limits);
    const first = admission.admit(mebibyte);
    expect(admission.admit(mebibyte)).not.toBeNull();
    expect(admission.admit(mebibyte)).toBeNull();
    first?.release();
    first?.release();
    expect(admission.admit(mebibyte)).not.toBeNull();
    expect(admission.admit(mebibyte)).toBeNull();
  });

  it('lets small bodies in beside any number of uploads', () => {
    const admission = createAdmission(limits);
    admission.admit(mebibyte);
    admission.admit(mebibyte);
    for (let count = 0; count < 100; count += 1) expect(admission.admit(64 * 1024)).not.toBeNull();
    expect(admission.admit(64 * 1024 + 1)).toBeNull();
  });

  it('counts the announced bytes', () => {
    const admission = createAdmission(limits);
    admission.admit(60 * mebibyte)?.release();
    admission.admit(60 * mebibyte);
    expect(admission.admit(41 * mebibyte)).toBeNull();
    expect(admission.admit(40 * mebibyte)).not.toBeNull();
  });

  it('takes an unannounced length for the longest', () => {
    const admission = createAdmission(limits);
    admission.admit(null);
    expect(admission.admit(21 * mebibyte)).toBeNull();
    expect(admission.admit(20 * mebibyte)).not.toBeNull();
  });

  it('lets one upload in that is larger than all the room', () => {
    const admission = createAdmission({ ...limits, maxSpoolBytes: 1 });
    expect(admission.admit(mebibyte)).not.toBeNull();
    expect(admission.admit(mebibyte)).toBeNull();
  });
});

describe('admission where there is no room', () => {
  const slow = { ...limits, maxUploads: 3 };

  /** An upload of this many bytes a second, `null` while that cannot be told. */
  function arriving(bytesPerSecond: number | null) {
    return { bytesPerSecond: () => bytesPerSecond, giveUp: vi.fn() };
  }

  function occupied(options: AdmissionOptions, bodyBytes: number, uploads: readonly BodyUnderWay[]) {
    const admission = createAdmission(options);
    const places = uploads.map((upload) => {
      const place = admission.admit(bodyBytes);
      place?.occupy(upload);
      return place;
    });
    expect(places).not.toContain(null);
    return { admission, places };
  }

  it('lets the slowest upload go, and no other', () => {
    const uploads = [arriving(900), arriving(10), arriving(500)];
    const { admission, places } = occupied(slow, mebibyte, uploads);
    expect(admission.admit(mebibyte)).not.toBeNull();
    expect(uploads.map(({ giveUp }) => giveUp.mock.calls.length)).toEqual([0, 1, 0]);
    // Its place is another's now.
    places[1]?.release();
    expect(admission.admit(mebibyte)).not.toBeNull();
    expect(uploads.map(({ giveUp }) => giveUp.mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('spares uploads that are fast enough, or too young to tell', () => {
    const uploads = [arriving(1000), arriving(null), arriving(50_000)];
    const { admission } = occupied(slow, mebibyte, uploads);
    expect(admission.admit(mebibyte)).toBeNull();
    for (const { giveUp } of uploads) expect(giveUp).not.toHaveBeenCalled();
  });

  it('lets as many go as are in the way of the bytes', () => {
    const uploads = [arriving(3), arriving(1), arriving(2)];
    const { admission } = occupied({ ...slow, maxUploads: 10 }, 30 * mebibyte, uploads);
    expect(admission.admit(50 * mebibyte)).not.toBeNull();
    expect(uploads.map(({ giveUp }) => giveUp.mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('lets none go for a body that would find no room all the same', () => {
    const uploads = [arriving(1), arriving(5000)];
    const { admission } = occupied(slow, 45 * mebibyte, uploads);
    expect(admission.admit(60 * mebibyte)).toBeNull();
    for (const { giveUp } of uploads) expect(giveUp).not.toHaveBeenCalled();
  });

  it('lets none go for a small body, which needs no place', () => {
    const uploads = [arriving(1), arriving(1), arriving(1)];
    const { admission } = occupied(slow, mebibyte, uploads);
    expect(admission.admit(1000)).not.toBeNull();
    for (const { giveUp } of uploads) expect(giveUp).not.toHaveBeenCalled();
  });
});
