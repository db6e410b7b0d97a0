import type { Pool } from 'pg';
import { createRandom, writtenName, writtenText } from './written-text.ts';

/** Words of the measured searches, and the share of the requests that contain them. */
export const plantedWords = {
  rare: { text: 'zephyrine', share: 1 / 50_000 },
  frequent: { text: 'chiaroscuro', share: 1 / 200 },
  common: { text: 'commission', share: 0.4 },
  dense: { text: '猫耳', share: 0.02 },
} as const;

/** Only the older half of the requests contains this word, so the newest requests do not show how frequent it is. */
export const fadedWord = { text: 'daguerreotype', share: 0.05 } as const;

const batchRequests = 2000;
const twoYearsMs = 2 * 365 * 24 * 60 * 60_000;

const insertText = `
  with item as (
    select * from json_to_recordset($1) as row (
      id uuid, at timestamptz, status text, name text, email text, message text, type text, unread boolean, due date,
      labels text[], files text[]
    )
  ), stored as (
    insert into commission_requests (
      id, created_at, status, customer_name, customer_email, message, type_id, extra_ids, version, unread, due_on, labels,
      changed_at, has_files
    )
    select id, at, status, name, email, message, type, '{}', case status when 'NEW' then 1 else 2 end, unread, due, labels,
           case status when 'NEW' then null else at + interval '1 day' end, files <> '{}'
    from item
  ), files as (
    insert into commission_request_files (
      id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
    )
    select gen_random_uuid(), item.id, file.ordinal - 1, 'commissions/' || gen_random_uuid() || '.png', file.name,
           'image/png', 900000, item.at, repeat('ab', 32)
    from item, unnest(item.files) with ordinality as file (name, ordinal)
  )
  insert into request_events (at, request_id, actor_kind, kind) select at, id, 'customer', 'created' from item`;

/**
 * Fills the tables with requests of the last two years as a studio's inbox has them, with 1.5 files each on average and
 * their events. Makes no search rows.
 */
export async function fillInbox(pool: Pool, requests: number): Promise<void> {
  const random = createRandom(requests);
  const firstMs = Date.now() - twoYearsMs;
  for (let from = 0; from < requests; from += batchRequests) {
    const length = Math.min(batchRequests, requests - from);
    const batch = Array.from({ length }, (_, index) => requestOf((from + index) / requests, firstMs, random));
    await pool.query(insertText, [JSON.stringify(batch)]);
  }
  await pool.query('vacuum (freeze, analyze)');
}

function requestOf(age: number, firstMs: number, random: () => number) {
  const createdAtMs = Math.floor(firstMs + age * twoYearsMs);
  const status = statusOf(random());
  const name = writtenName(random);
  const hex = Array.from({ length: 5 }, () =>
    Math.floor(random() * 2 ** 16)
      .toString(16)
      .padStart(4, '0'),
  );
  return {
    id: `${timeHex(createdAtMs)}-7${hex[0]?.slice(1)}-8${hex[1]?.slice(1)}-${hex.slice(2).join('')}`,
    at: new Date(createdAtMs).toISOString(),
    status,
    name,
    email: `${Math.floor(random() * 2 ** 32).toString(36)}@example.org`,
    message: messageOf(age, random),
    type: `type-${Math.floor(12 * random() ** 2)}`,
    unread: random() < (status === 'NEW' ? 0.7 : 0.02),
    due: random() < 0.3 ? new Date(createdAtMs + random() * twoYearsMs).toISOString().slice(0, 10) : null,
    labels: random() < 0.2 ? [`label-${Math.floor(40 * random() ** 2)}`, `label-${Math.floor(40 * random())}`] : [],
    files: Array.from({ length: filesOf(random()) }, (_, index) => `reference ${name} ${index + 1}.png`),
  };
}

function timeHex(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

function messageOf(age: number, random: () => number): string {
  const words = Object.values(plantedWords).filter(({ share }) => random() < share);
  const faded = age < 0.5 && random() < fadedWord.share ? [fadedWord] : [];
  return [...words, ...faded].reduce((text, word) => `${text} ${word.text}`, writtenText(random));
}

/** 1.5 on average. */
function filesOf(chance: number): number {
  return [0, 0, 0, 0, 1, 1, 2, 3, 4, 4][Math.floor(chance * 10)] ?? 0;
}

function statusOf(chance: number): string {
  if (chance < 0.03) return 'NEW';
  if (chance < 0.05) return 'WAITLISTED';
  if (chance < 0.06) return 'ACCEPTED';
  if (chance < 0.065) return 'IN_PROGRESS';
  if (chance < 0.65) return 'COMPLETED';
  if (chance < 0.9) return 'DECLINED';
  if (chance < 0.97) return 'CANCELLED';
  return 'SPAM';
}
