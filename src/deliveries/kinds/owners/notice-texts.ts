import { backupNotice } from './backup-text.ts';
import { closedNotice } from './closed-text.ts';
import { crowdNotice } from './crowd-text.ts';
import { diskNotice } from './disk-text.ts';
import { outageNotice } from './outage-text.ts';
import type { NoticeText } from './owner-mail.ts';

/** By the `about` of their facts. A notice needs its text here, and a judge that stores the facts. */
export const noticeTexts: ReadonlyMap<unknown, NoticeText> = new Map([
  ['outage', outageNotice],
  ['disk', diskNotice],
  ['backup', backupNotice],
  ['crowd', crowdNotice],
  ['closed', closedNotice],
]);
