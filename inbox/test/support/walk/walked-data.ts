import { noisyPicture } from '../../../../page/test/support/files.ts';
import { versionOf } from '../../../../src/studio/document/terms-version.ts';
import { addCustomerMail } from '../customer-mail.ts';
import { fillDemo } from '../demo.ts';
import { publishStudio, tell } from '../published-studio.ts';
import type { InboxPageStage } from '../stage.ts';

const terms = 'You keep nothing.';

const studio = {
  title: { en: 'Lindenhof Studio', de: 'Atelier Lindenhof' },
  prices: { currency: 'EUR' },
  types: [
    { id: 'portrait', name: { en: 'Portrait', de: 'Porträt', es: 'Retrato', ja: '肖像画' } },
    { id: 'landscape', name: { en: 'Landscape', de: 'Landschaft', es: 'Paisaje', ja: '風景画' } },
  ],
  extras: [{ id: 'frame', name: { en: 'Oak frame', de: 'Eichenrahmen' } }],
  questions: [
    {
      id: 'use',
      label: { en: 'What is it for?', de: 'Wofür ist es?' },
      kind: 'choice',
      options: [{ id: 'home', name: { en: 'For my home', de: 'Für mein Zuhause' } }],
    },
    { id: 'story', label: 'The story', kind: 'paragraph' },
    { id: 'size', label: 'How wide?', kind: 'number' },
    { id: 'home', label: 'Where do you live?', kind: 'text', required: true },
  ],
  terms: [{ id: 'use', title: 'Terms of use', text: terms, required: true }],
  opening: { slots: { total: 9, byType: { portrait: 9 } }, whenFull: 'waitlist' },
  guard: { mode: 'hold' },
};

/** Ids of the data that the screens show. */
export interface WalkedData {
  /** A request with everything that a request can have. */
  readonly full: string;
  /** A request that the guard holds. */
  readonly held: string;
  /** A channel with deliveries. */
  readonly channel: string;
}

/** Stores requests of every kind, one with everything, a held one, and a channel whose mails wait. */
export async function fillWalked(stage: InboxPageStage): Promise<WalkedData> {
  const { pool } = stage.service;
  const { editor, actor, store } = stage.inbox;
  await addCustomerMail(stage, ['request.created']);
  const full = await stage.submit({
    payload: {
      customerName: 'محمد علي',
      typeId: 'portrait',
      extraIds: ['frame', 'of another time'],
      customerSocials: 'https://example.org/@zoe',
      message: `Two cats, in oil: https://example.org/${'long/'.repeat(30)}\n\nمرحبا\n${'wide'.repeat(80)}`,
    },
    files: [
      { name: `${'evening '.repeat(20)}.png`, type: 'image/png', content: noisyPicture(60, 40) },
      { name: 'contract.pdf', type: 'application/pdf', content: Buffer.from('%PDF') },
    ],
  });
  await editor.addEntry(full, { kind: 'note', text: 'Ask about the frame.' }, actor);
  const decided = { status: 'ACCEPTED', unread: false, dueOn: '2026-01-01' } as const;
  await editor.change(full, 1, { ...decided, labels: ['gift', 'vip'], publicMessage: 'Soon.' }, actor);
  const revision = await publishStudio(stage, studio);
  await tell(stage, full, {
    v: 1,
    revision,
    answers: { use: 'home', story: 'wide'.repeat(80), size: 'very', gone: 'who asked?' },
    terms: [{ id: 'use', sha256: versionOf(terms), language: 'en' }],
    estimate: { amount: 12_050, currency: 'EUR' },
  });
  await pool.query("update commission_requests set arrival = 'full', arrived_at = created_at where id = $1", [full]);
  const held = await store({ name: 'Mallory', message: 'wide'.repeat(80) });
  await pool.query("update commission_requests set hold = 'held' where id = $1", [held]);
  await pool.query(
    "insert into request_signals (request_id, kind, held) select $1, kind, true from unnest('{many-links,same-text}'::text[]) as kind",
    [held],
  );
  await fillDemo(stage, 2);
  const channels = await pool.query<{ id: string }>('select id from delivery_channels');
  const { page } = await stage.open();
  await page.waitForFunction(async () => 'questions' in (await (await fetch('/api/operator/v1/catalogue')).json()));
  return { full, held, channel: channels.rows[0]?.id ?? '' };
}
