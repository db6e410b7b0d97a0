import { describe, expect, it } from 'vitest';
import { actionOf, type KeyAction, keyOf, keyTable, nameOfKey } from './key-table.ts';

const pressed = (key: string, more: Partial<KeyboardEvent> = {}) => ({ key, ...more }) as KeyboardEvent;

describe('the action of a key', () => {
  it('is that of the table, with Caps Lock too', () => {
    const list: readonly KeyAction[] = ['next', 'accept', 'select', 'undo', 'help'];
    expect(list.map((action) => actionOf(pressed(keyOf(action))))).toEqual(list);
    expect(actionOf(pressed('A'))).toBe('accept');
  });

  it.each(['ctrlKey', 'altKey', 'metaKey', 'shiftKey'] as const)('is no action with %s', (modifier) => {
    for (const key of ['a', 'w', 'd', 'u', 'x', 'A', 'Enter']) {
      expect(actionOf(pressed(key, { [modifier]: true })), key).toBeNull();
    }
  });

  it.each([
    ['next', 'о', 'KeyJ'],
    ['next', 'ξ', 'KeyJ'],
    ['previous', 'ل', 'KeyK'],
    ['next', '่', 'KeyJ'],
    ['accept', 'ो', 'KeyA'],
    ['search', 'ظ', 'Slash'],
    ['search', '.', 'Slash'],
    // A Dvorak keyboard.
    [null, 't', 'KeyK'],
    ['zoomOut', '-', 'Slash'],
  ] as const)('is %s for %s, which another keyboard writes with %s', (action, key, code) => {
    expect(actionOf(pressed(key, { code }))).toBe(action);
  });

  it('is that of a sign that takes Shift on most keyboards', () => {
    expect(actionOf(pressed('?', { shiftKey: true }))).toBe('help');
    expect(actionOf(pressed('!', { shiftKey: true }))).toBe('spam');
    expect(actionOf(pressed('='))).toBe('zoomIn');
  });

  it('is no action during the composition of a letter, and after another listener has taken the key', () => {
    expect(actionOf(pressed('a', { isComposing: true }))).toBeNull();
    expect(actionOf(pressed('Enter', { isComposing: false, keyCode: 229 }))).toBeNull();
    expect(actionOf(pressed('a', { defaultPrevented: true }))).toBeNull();
  });

  it('comes again while the key is held down where it only moves, and never decides again', () => {
    const repeat = true;
    expect(['j', 'k', 'ArrowDown', '+'].map((key) => actionOf(pressed(key, { repeat })))).not.toContain(null);
    expect(['a', 'w', 'd', 'u', 'x', 'Enter'].map((key) => actionOf(pressed(key, { repeat })))).toEqual(
      Array(6).fill(null),
    );
  });

  it('is the first of its key that can be done now', () => {
    expect(actionOf(pressed('Escape'), (action) => action === 'close')).toBe('close');
    expect(actionOf(pressed('Escape'), () => false)).toBeNull();
  });
});

describe('the name of a key', () => {
  it('is short, and a sign for arrows', () => {
    expect(['Escape', 'ArrowUp', 'a'].map(nameOfKey)).toEqual(['Esc', '↑', 'a']);
    expect(keyTable.map(({ key }) => nameOfKey(key)).every((name) => name.length < 6)).toBe(true);
  });
});
