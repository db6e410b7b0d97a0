import type { Pool } from 'pg';
import { z } from 'zod';
import { type Language, languages } from '../../language/languages.ts';

/** How operators read mails: as the first channel by mail to operators says, for accounts have no language. */
export interface OperatorsReading {
  readonly language: Language;
  /** IANA's name. */
  readonly timeZone: string;
}

const reading = z.object({ language: z.enum(languages), timeZone: z.string() });
const withoutChannel: OperatorsReading = { language: 'en', timeZone: 'UTC' };

const readingText = `
  select settings from delivery_channels
  where kind = 'mail' and state <> 'removed' and settings ->> 'audience' = 'operators' order by created_at, id limit 1`;

export async function findOperatorsReading(pool: Pool): Promise<OperatorsReading> {
  const [row] = (await pool.query<{ settings: unknown }>(readingText)).rows;
  return reading.safeParse(row?.settings).data ?? withoutChannel;
}
