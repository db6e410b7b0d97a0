import { useCell } from '../cells/cell.ts';
import { type KeyAction, keyOf, nameOfKey } from '../keys/key-table.ts';
import { areKeysOn } from '../keys/keys.ts';
import { useTranslator } from '../language/translator-context.ts';

interface KeyHint {
  readonly title?: string;
  readonly 'aria-keyshortcuts'?: string;
}

/** Returns a function that gives the attributes of a control about its key. They are empty without keys. */
export function useKeyHint(): (action: KeyAction, name: string) => KeyHint {
  const { text } = useTranslator();
  const hasKeys = useCell(areKeysOn);
  return (action, name) => {
    if (!hasKeys) return {};
    const key = keyOf(action);
    return { title: text('withKey', { name, key: nameOfKey(key) }), 'aria-keyshortcuts': key };
  };
}
