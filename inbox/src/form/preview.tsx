import { DoorClosed, DoorOpen, type IconNode, Monitor, Moon, Smartphone, Sun } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { Icon } from '../../../page-kit/icon.tsx';
import { isFrom, isPreviewEvent, type PreviewMessage } from '../form-preview/preview-message.ts';
import { useFollowedEntry } from './follow-entry.ts';
import { useForm } from './form-context.ts';
import { useFormWords } from './form-messages.ts';
import { previewCatalogue } from './preview-catalogue.ts';
import { previewOpening } from './preview-opening.ts';
import { useOpeningCounts } from './use-opening-counts.ts';
import { usePictureSizes } from './use-picture-sizes.ts';

const widths = [
  ['wide', Monitor],
  ['narrow', Smartphone],
] as const;
const states = [
  ['open', DoorOpen],
  ['closed', DoorClosed],
] as const;
const schemes = [
  ['light', Sun],
  ['dark', Moon],
] as const;

/** The customers' own page with the draft, as it would be if it were published now. */
export function Preview() {
  const { text } = useFormWords();
  const { say } = useAnnouncer();
  const { shown, language } = useForm();
  const frame = useRef<HTMLIFrameElement>(null);
  const [width, setWidth] = useState<(typeof widths)[number][0]>('wide');
  const [scheme, setScheme] = useState<PreviewMessage['scheme']>(null);
  const [state, setState] = useState<(typeof states)[number][0]>('open');
  const [wasSent, setSent] = useState(false);

  const sizes = usePictureSizes(shown);
  const counts = useOpeningCounts(shown);
  const opening = previewOpening(shown, counts, state);
  const catalogue = { ...previewCatalogue(shown, sizes), ...(opening && { opening }) };
  const message: PreviewMessage = { kind: 'form-preview', catalogue, language, scheme };
  const latest = useRef(message);
  latest.current = message;
  const tell = () => frame.current?.contentWindow?.postMessage(latest.current, location.origin);
  useEffect(tell, [shown, language, scheme, sizes, counts, state]);
  useFollowedEntry(frame, shown);
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (!isFrom(event, frame.current?.contentWindow ?? null) || !isPreviewEvent(event.data)) return;
      if (event.data.kind === 'form-preview-ready') return tell();
      setSent(true);
      say(text('previewSend'));
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);

  return (
    <section class="form-preview" aria-labelledby="form-preview">
      <header>
        <h2 id="form-preview">{text('preview')}</h2>
        <Choice options={widths} isChosen={(name) => name === width} onChoose={(name) => setWidth(name)} />
        <Choice
          options={schemes}
          isChosen={(name) => name === scheme}
          onChoose={(name) => setScheme(scheme === name ? null : name)}
        />
        {opening && <Choice options={states} isChosen={(name) => name === state} onChoose={(name) => setState(name)} />}
      </header>
      {wasSent && <p class="hint">{text('previewSend')}</p>}
      <iframe ref={frame} class={`form-frame form-frame-${width}`} src="/form-preview/" title={text('previewTitle')} />
    </section>
  );
}

interface ChoiceProps<Name extends string> {
  readonly options: readonly (readonly [name: Name, icon: IconNode])[];
  isChosen(name: Name): boolean;
  onChoose(name: Name): void;
}

function Choice<Name extends 'wide' | 'narrow' | 'light' | 'dark' | 'open' | 'closed'>(props: ChoiceProps<Name>) {
  const { options, isChosen, onChoose } = props;
  const { text } = useFormWords();
  return (
    <span class="button-group">
      {options.map(([name, icon]) => (
        <button
          key={name}
          type="button"
          class="button button-icon button-small"
          aria-pressed={isChosen(name)}
          aria-label={text(`preview_${name}`)}
          title={text(`preview_${name}`)}
          onClick={() => onChoose(name)}
        >
          <Icon of={icon} />
        </button>
      ))}
    </span>
  );
}
