import { describe, expect, it } from 'vitest';
import type { RequestStatus } from '../api/shapes.ts';
import { countMails } from './bulk-mails.ts';
import type { BulkRequest } from './bulk-run.ts';

const mail = { isSetUp: true, hasStatusLinks: true, customerLanguage: null, tellsStatusChanges: true };
const requests = (['NEW', 'SPAM', 'DECLINED'] as const).map((status) => ({ status }) as BulkRequest);

describe('the mails that a bulk change causes', () => {
  it.each<[RequestStatus, number]>([
    ['NEW', 1],
    ['DECLINED', 2],
    ['SPAM', 0],
  ])('counts the mails of requests that become %s, without those that come back from spam', (status, count) => {
    expect(countMails({ kind: 'status', status }, requests, mail)).toBe(count);
  });

  it('counts no mails without a channel that notifies customers of changes, or before that is known', () => {
    const task = { kind: 'status', status: 'DECLINED' } as const;
    expect(countMails(task, requests, { ...mail, tellsStatusChanges: false })).toBe(0);
    expect(countMails(task, requests, null)).toBe(0);
  });
});
