import type { CommissionPayload } from '../src/commission-client.ts';

/** A valid payload. */
export const validPayload: CommissionPayload = {
  customerName: 'Zoë Müller',
  customerEmail: 'zoe@example.org',
  message: 'A portrait of two cats 🐈🐈\nin oil',
};

export function file(name: string, size: number, type = 'image/png'): File {
  return new File([new Uint8Array(size).fill(7)], name, { type });
}
