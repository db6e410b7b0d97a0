import { Search } from 'lucide';
import { describe, expect, it } from 'vitest';
import { matching, type PaletteItem } from './palette-item.ts';

const item = (label: string, detail?: string): PaletteItem => ({
  id: label,
  group: 'commands',
  icon: Search,
  label,
  ...(detail !== undefined && { detail }),
  run() {},
});
const items = [
  item('Décliner'),
  item('Notifications'),
  item('通知の設定'),
  item('Put on the waiting list'),
  item('Oil', 'For the studio'),
  { ...item('Form'), words: 'price prices decline' },
];
const found = (typed: string) => matching(items, typed, 'en').map(({ label }) => label);

describe('the palette', () => {
  it('shows everything before something is typed', () => {
    expect(found(' ')).toHaveLength(items.length);
  });

  it.each([
    ['LIST waiting', ['Put on the waiting list']],
    ['decl', ['Décliner', 'Form']],
    ['pri', ['Form']],
    ['décl', ['Décliner', 'Form']],
    ['studio oil', ['Oil']],
    ['waiting oil', []],
    ['cat', []],
    ['設定', ['通知の設定']],
  ])('finds by %j what has every word', (typed, labels) => {
    expect(found(typed)).toEqual(labels);
  });
});
