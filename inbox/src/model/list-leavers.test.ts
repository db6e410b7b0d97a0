import { describe, expect, it } from 'vitest';
import type { InboxRequest, RequestStatus } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import { createLeavers } from './list-leavers.ts';
import type { KnownRequest } from './requests-store.ts';

const asRequest = (status: RequestStatus) => ({ status }) as InboxRequest;

function setUp() {
  const cells = new Map<string, Cell<KnownRequest>>(
    ['one', 'two'].map((id) => [id, createCell<KnownRequest>(asRequest('NEW'))]),
  );
  const cell = (id: string) => cells.get(id) ?? createCell<KnownRequest>(undefined);
  let changes = 0;
  const leavers = createLeavers(
    { cell },
    ({ status }) => status === 'NEW',
    () => {
      changes += 1;
    },
  );
  return { cell, leavers, staying: () => leavers.stayingOf(['one', 'two']), changes: () => changes };
}

describe('the requests that leave the list', () => {
  it('leave when the person has decided them, and not when somebody else has', () => {
    const { cell, leavers, staying } = setUp();
    for (const id of ['one', 'two']) cell(id).set(asRequest('DECLINED'));
    leavers.add('one');
    expect(staying()).toEqual(['two']);
  });

  it('leave also when the status changes later', () => {
    const { cell, leavers, staying, changes } = setUp();
    leavers.add('one');
    expect([staying(), changes()]).toEqual([['one', 'two'], 0]);
    cell('one').set(asRequest('SPAM'));
    expect([staying(), changes()]).toEqual([['two'], 1]);
  });

  it('are there again when they are undone, and stay whatever others do then', () => {
    const { cell, leavers, staying } = setUp();
    cell('one').set(asRequest('DECLINED'));
    leavers.add('one');
    cell('one').set(asRequest('NEW'));
    expect(staying()).toEqual(['one', 'two']);
    cell('one').set(asRequest('DECLINED'));
    expect(staying()).toEqual(['one', 'two']);
  });

  it('stay when they are erased, because the row says so', () => {
    const { cell, leavers, staying } = setUp();
    leavers.add('one');
    cell('one').set(null);
    expect(staying()).toEqual(['one', 'two']);
  });
});
