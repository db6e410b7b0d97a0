import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

const mebibyte = 1024 * 1024;
const limits = { maxUploads: 2, maxSpoolBytes: 100 * mebibyte, maxRequestBytes: 80 * mebibyte };

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
