import type { Pool } from 'pg';
import { z } from 'zod';
import { type Language, languages } from '../../../platform/language/languages.ts';

/** The language and time zone of mails to owners, from the first mail channel to operators: accounts have neither. */
export interface OperatorsReading {
  readonly language: Language;
  /** An IANA name. */
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
