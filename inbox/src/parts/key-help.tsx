import { useCell } from '../cells/cell.ts';
import { keyTable, nameOfKey } from '../keys/key-table.ts';
import { areKeysOn } from '../keys/keys.ts';
import { paletteKey } from '../keys/palette-key.ts';
import { useTranslator } from '../language/translator-context.ts';
import { Dialog } from './dialog.tsx';

const groups = ['list', 'request', 'picture', 'held', 'anywhere'] as const;

/** The table of keyboard shortcuts, and the switch that disables them. */
export function KeyHelp({ onClose }: { onClose(): void }) {
  const { text } = useTranslator();
  return (
    <Dialog title={text('keysTitle')} onClose={onClose}>
      {groups.map((group) => (
        <section key={group} class="key-group">
          <h3>{text(`keysIn_${group}`)}</h3>
          <dl class="keys">
            {group === 'anywhere' && (
              <div>
                <dt>
                  <kbd>{paletteKey.name}</kbd>
                </dt>
                <dd>{text('palette')}</dd>
              </div>
            )}
            {keyTable
              .filter(({ where }) => where === group)
              .map(({ key, action }) => (
                <div key={key}>
                  <dt>
                    <kbd>{nameOfKey(key)}</kbd>
                  </dt>
                  <dd>{text(`key_${action}`)}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <KeySwitch />
    </Dialog>
  );
}

export function KeySwitch() {
  const { text } = useTranslator();
  const isOn = useCell(areKeysOn);
  return (
    <div class="switch">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => areKeysOn.set(currentTarget.checked)}
          aria-describedby="key-switch-hint"
        />
        {text('keysOn')}
      </label>
      <p id="key-switch-hint" class="hint">
        {text('keysOnHint')}
      </p>
    </div>
  );
}
