import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type KeyRing, SealedError } from '../../platform/secrets/key-ring.ts';

/** The channels' sealed secrets in the database. */
interface SealedChannels {
  /** Seals all secrets again with the ring's first key, in one transaction. `lost` names the channels no key opens. */
  resealAll(keyRing: KeyRing): Promise<{ readonly resealed: number; readonly lost: readonly string[] }>;
}

interface SealedRow {
  readonly id: string;
  readonly name: string;
  readonly sealed: string;
}

export function createSealedChannels(pool: Pool): SealedChannels {
  return {
    resealAll: (keyRing) =>
      inTransaction(pool, async (client) => {
        const text = 'select id, name, sealed from delivery_channels where sealed is not null order by id for update';
        const { rows } = await client.query<SealedRow>(text);
        const lost: string[] = [];
        for (const row of rows) if ((await reseal(client, row, keyRing)) === 'lost') lost.push(row.name);
        return { resealed: rows.length - lost.length, lost };
      }),
  };
}

async function reseal(client: PoolClient, { id, sealed }: SealedRow, keyRing: KeyRing): Promise<'resealed' | 'lost'> {
  try {
    const again = await keyRing.seal(await keyRing.open(sealed, id), id);
    await client.query('update delivery_channels set sealed = $2 where id = $1', [id, again]);
    return 'resealed';
  } catch (error) {
    if (error instanceof SealedError) return 'lost';
    throw error;
  }
}
