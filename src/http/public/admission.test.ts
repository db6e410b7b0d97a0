import { describe, expect, it, vi } from 'vitest';
import type { BodyUnderWay } from '../../intake/body-pace.ts';
import { type AdmissionOptions, createAdmission } from './admission.ts';

const mebibyte = 1024 * 1024;
const limits = {
  maxUploads: 2,
  maxSpoolBytes: 100 * mebibyte,
  maxRequestBytes: 80 * mebibyte,
  smallBodyMemoryBytes: 8 * mebibyte,
  busyMinBodyBytesPerSecond: 1000,
};

const incomplete = (bodyBytes: number | null) => ({ bodyBytes, isComplete: false });
const complete = (bodyBytes: number | null) => ({ bodyBytes, isComplete: true });

/** A body that arrives at this many bytes per second, or `null` while the rate is unknown. */
function arriving(bytesPerSecond: number | null) {
  return { bytesPerSecond: () => bytesPerSecond, receivedBytes: () => 0, timeOut: vi.fn() };
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

  it('counts the announced bytes', () => {
    const admission = createAdmission(limits);
    admission.admit(incomplete(60 * mebibyte))?.release();
    admission.admit(incomplete(60 * mebibyte));
    expect(admission.admit(incomplete(41 * mebibyte))).toBeNull();
    expect(admission.admit(incomplete(40 * mebibyte))).not.toBeNull();
  });

  it('counts what has arrived of a body of an unannounced length', () => {
    const admission = createAdmission(limits);
    let receivedBytes = 0;
    const body = { receivedBytes: () => receivedBytes, bytesPerSecond: () => null, timeOut() {} };
    admission.admit(incomplete(null))?.occupy(body);
    admission.admit(incomplete(80 * mebibyte))?.release();
    receivedBytes = 21 * mebibyte;
    expect(admission.admit(incomplete(80 * mebibyte))).toBeNull();
    expect(admission.admit(incomplete(79 * mebibyte))).not.toBeNull();
  });

  it('counts no body as more than is read of any', () => {
    const admission = createAdmission(limits);
    admission.admit(incomplete(10_000 * mebibyte));
    expect(admission.admit(incomplete(20 * mebibyte))).not.toBeNull();
  });

  it('lets one upload in that is larger than all the room', () => {
    const admission = createAdmission({ ...limits, maxSpoolBytes: 1 });
    expect(admission.admit(incomplete(mebibyte))).not.toBeNull();
    expect(admission.admit(incomplete(mebibyte))).toBeNull();
  });
});

describe('admission where there is no room', () => {
  const slow = { ...limits, maxUploads: 3 };

  function occupied(options: AdmissionOptions, bodyBytes: number, uploads: readonly BodyUnderWay[]) {
    const admission = createAdmission(options);
    const places = uploads.map((upload) => {
      const place = admission.admit(incomplete(bodyBytes));
      place?.occupy(upload);
      return place;
    });
    expect(places).not.toContain(null);
    return { admission, places };
  }

  it('lets the slowest upload go, and no other', () => {
    const uploads = [arriving(900), arriving(10), arriving(500)];
    const { admission, places } = occupied(slow, mebibyte, uploads);
    expect(admission.admit(incomplete(mebibyte))).not.toBeNull();
    expect(uploads.map(({ timeOut }) => timeOut.mock.calls.length)).toEqual([0, 1, 0]);
    // Another request has this slot now.
    places[1]?.release();
    expect(admission.admit(incomplete(mebibyte))).not.toBeNull();
    expect(uploads.map(({ timeOut }) => timeOut.mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('spares uploads that are fast enough, or too young to tell', () => {
    const uploads = [arriving(1000), arriving(null), arriving(50_000)];
    const { admission } = occupied(slow, mebibyte, uploads);
    expect(admission.admit(incomplete(mebibyte))).toBeNull();
    for (const { timeOut } of uploads) expect(timeOut).not.toHaveBeenCalled();
  });

  it('lets as many go as are in the way of the bytes', () => {
    const uploads = [arriving(3), arriving(1), arriving(2)];
    const { admission } = occupied({ ...slow, maxUploads: 10 }, 30 * mebibyte, uploads);
    expect(admission.admit(incomplete(50 * mebibyte))).not.toBeNull();
    expect(uploads.map(({ timeOut }) => timeOut.mock.calls.length)).toEqual([0, 1, 1]);
  });

  it('lets none go for a body that would find no room all the same', () => {
    const uploads = [arriving(1), arriving(5000)];
    const { admission } = occupied(slow, 45 * mebibyte, uploads);
    expect(admission.admit(incomplete(60 * mebibyte))).toBeNull();
    for (const { timeOut } of uploads) expect(timeOut).not.toHaveBeenCalled();
  });

  it('lets none go for a small body, which needs no place', () => {
    const uploads = [arriving(1), arriving(1), arriving(1)];
    const { admission } = occupied(slow, mebibyte, uploads);
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
