import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { type PaletteItem, paletteGroups } from './palette-item.ts';

interface PaletteOptionsProps {
  /** In the order of the groups. */
  readonly shown: readonly PaletteItem[];
  /** Index of the chosen one. */
  readonly at: number;
  onPoint(id: string): void;
  onRun(item: PaletteItem): void;
}

/** The options of the palette by groups. The focus stays in the field. */
export function PaletteOptions({ shown, at, onPoint, onRun }: PaletteOptionsProps) {
  const { text } = useTranslator();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    [at],
  );
  const groups = paletteGroups.filter((group) => shown.some((item) => item.group === group));
  return (
    <>
      <div id="palette-list" ref={list} role="listbox" aria-label={text('palette')} class="palette-list" tabIndex={-1}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={group} role="group" aria-labelledby={`palette-${group}`}>
            <div id={`palette-${group}`} role="presentation" class="menu-title">
              {text(`palette_${group}`)}
            </div>
            {shown.map(
              (item, index) =>
                item.group === group && (
                  <Option
                    key={item.id}
                    id={`palette-${index}`}
                    item={item}
                    isChosen={index === at}
                    onPoint={() => onPoint(item.id)}
                    onRun={() => onRun(item)}
                  />
                ),
            )}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p class="palette-none muted">{text('paletteNone')}</p>}
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly isChosen: boolean;
  onPoint(): void;
  onRun(): void;
}

function Option({ id, item: { icon, label, detail, excerpt, keys = [] }, isChosen, onPoint, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
    // biome-ignore lint/a11y/useFocusableInteractive: the same
    <div id={id} role="option" aria-selected={isChosen} class="menu-item" onMouseMove={onPoint} onClick={onRun}>
      <Icon of={icon} />
      <span class="palette-label">
        <bdi>{label}</bdi>
        {detail !== undefined && <bdi class="muted">{detail}</bdi>}
        {excerpt !== undefined && <bdi class="palette-excerpt muted">{excerpt}</bdi>}
      </span>
      <span aria-hidden="true">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </div>
  );
}
