import { ChevronLeft, ChevronRight, Download, type IconNode, Info, X } from 'lucide';
import { DirectedIcon, Icon } from '../../../page-kit/icon.tsx';
import type { InboxRequest, RequestFile } from '../api/shapes.ts';
import type { KeyAction } from '../keys/key-table.ts';
import { useTranslator } from '../language/translator-context.ts';
import { ExactText } from '../parts/exact-text.tsx';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';
import { useKeyHint } from '../parts/use-key-hint.ts';
import { OrderLine } from './order-line.tsx';
import { RequestDay } from './request-day.tsx';
import { RequestPrice } from './request-price.tsx';

const LocationButton = lazyComponent(
  () => import('./location-button.tsx').then((loaded) => loaded.LocationButton),
  Nothing,
);

interface ToolsProps {
  readonly request: InboxRequest;
  readonly file: RequestFile;
  readonly hasWords: boolean;
  onWords(): void;
  onSave(file: RequestFile): void;
  onClose(): void;
}

/** The actions on the shown file, at the top. */
export function Tools({ request, file, hasWords, onWords, onSave, onClose }: ToolsProps) {
  const { text } = useTranslator();
  return (
    <span class="tools">
      <IconButton icon={Info} name={text('key_words')} action="words" isPressed={hasWords} onPress={onWords} />
      <IconButton icon={Download} name={text('fileSave')} onPress={() => onSave(file)} />
      <LocationButton request={request} file={file} />
      <IconButton icon={X} name={text('close')} action="close" onPress={onClose} />
    </span>
  );
}

interface IconButtonProps {
  readonly icon: IconNode;
  readonly name: string;
  readonly action?: KeyAction;
  readonly isPressed?: boolean;
  onPress(): void;
}

function IconButton({ icon, name, action, isPressed, onPress }: IconButtonProps) {
  const hintOf = useKeyHint();
  return (
    <button
      type="button"
      class="button button-plain button-icon"
      aria-label={name}
      aria-pressed={isPressed}
      title={name}
      {...(action && hintOf(action, name))}
      onClick={onPress}
    >
      <Icon of={icon} />
    </button>
  );
}

interface TurnsProps {
  readonly index: number;
  readonly total: number;
  onTurn(by: 1 | -1): void;
}

/** Buttons over the sides of the picture. */
export function Turns({ index, total, onTurn }: TurnsProps) {
  const { text } = useTranslator();
  return (
    <div class="turns">
      <button
        type="button"
        class="button button-icon"
        aria-label={text('filePrevious')}
        aria-disabled={index === 0}
        onClick={() => onTurn(-1)}
      >
        <DirectedIcon of={ChevronLeft} />
      </button>
      <span class="visually-hidden" role="status">
        {text('filePosition', { position: index + 1, total })}
      </span>
      <button
        type="button"
        class="button button-icon"
        aria-label={text('fileNext')}
        aria-disabled={index === total - 1}
        onClick={() => onTurn(1)}
      >
        <DirectedIcon of={ChevronRight} />
      </button>
    </div>
  );
}

/** The order, its price, its day and the customer's words beside the picture. */
export function Words({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keys (WCAG 2.1.1)
    <section class="words" aria-label={text('key_words')} tabIndex={0}>
      <OrderLine request={request} />
      <RequestPrice request={request} />
      <RequestDay request={request} />
      <ExactText text={request.message} />
    </section>
  );
}
