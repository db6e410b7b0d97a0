import { type KeyRing, SealedError } from '../../platform/secrets/key-ring.ts';
import type { Channel } from '../ledger/delivery.ts';
import type { Opened } from './kind.ts';

type SealedChannel = Pick<Channel, 'id' | 'settings' | 'sealed'>;

/** Opens the secrets of a channel. Its kind knows their form. */
export async function openChannel(keyRing: KeyRing, { id, settings, sealed }: SealedChannel): Promise<Opened> {
  return { settings, isSealed: sealed !== null, secrets: sealed === null ? null : await open(keyRing, sealed, id) };
}

/** Returns null when no known key opens the text. */
async function open(keyRing: KeyRing, sealed: string, id: string): Promise<unknown> {
  try {
    return JSON.parse(await keyRing.open(sealed, id));
  } catch (error) {
    if (error instanceof SealedError) return null;
    throw error;
  }
}
