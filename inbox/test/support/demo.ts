import type { InboxPageStage } from './stage.ts';

const dayMs = 24 * 60 * 60 * 1000;

const people = [
  ['Zoë Müller', 'Two cats, in oil. The grey one is shy: please let her sit behind the other.', 'portrait', 3],
  ['Ana Lucía Fernández', 'Un paisaje de la costa de Cádiz al atardecer, para el salón de mis padres.', 'landscape', 1],
  ['山田 太郎', '祖母の米寿のお祝いに、肖像画をお願いしたいです。写真を何枚か添付しました。', 'portrait', 6],
  ['שרה כהן', 'שלום, אשמח לציור של הבית הישן שלנו בחיפה.', 'landscape', 2],
  ['Grzegorz Brzęczyszczykiewicz', 'Portrait of my dog Burek, who is very old now.', 'portrait', 0],
  [
    'Mary-Anne O’Connor-Featherstonehaugh of the Lower Meadows',
    'Could you do this before Christmas? 🎄 It is a surprise.',
    null,
    4,
  ],
  ['Lee', 'hi', 'portrait', 0],
  ['Ines', 'A character sheet with three poses, flat colours, for a role-playing game.', 'sketch-2019', 10],
] as const;

/** Stores requests of every kind and status. */
export async function fillDemo({ inbox, service }: InboxPageStage, copies = 3): Promise<readonly string[]> {
  const ids: string[] = [];
  const now = Date.now();
  for (let copy = 0; copy < copies; copy += 1) {
    for (const [index, [name, message, typeId, files]] of people.entries()) {
      const createdAt = new Date(now - (copy * people.length + index) ** 2 * 0.02 * dayMs - 60_000);
      const names = Array.from({ length: files }, (_, file) => `picture ${file + 1}.${file === 5 ? 'psd' : 'png'}`);
      ids.push(await inbox.store({ name, message, typeId, createdAt, files: names }));
    }
  }
  const day = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10);
  const changes = [
    { unread: false },
    { unread: false, status: 'ACCEPTED', dueOn: day(3), labels: ['oil', 'large'] },
    { unread: false, status: 'WAITLISTED', labels: ['spring'] },
    { unread: false, status: 'IN_PROGRESS', dueOn: day(-2), labels: ['gift'] },
    { unread: false, status: 'DECLINED' },
    { unread: false, dueOn: day(0) },
  ] as const;
  for (const [index, change] of changes.entries()) {
    for (const id of ids.slice(4 + index * 2, 6 + index * 2)) await inbox.editor.change(id, 1, change, inbox.actor);
  }
  await inbox.index();
  await service.pool.query('analyze commission_requests');
  return ids;
}
