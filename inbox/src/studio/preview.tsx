import { DoorClosed, DoorOpen, type IconNode, Monitor, Moon, Smartphone, Sun } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { Icon } from '../../../page-kit/icon.tsx';
import { catalogueOf } from '../../../src/studio/document/offered-catalogue.ts';
import { isFrom, isPreviewEvent, type PreviewFocus, type PreviewMessage } from '../form-preview/preview-message.ts';
import { useFormWords } from '../language/translator-context.ts';
import { previewOpening } from './draft/preview-opening.ts';
import { useForm } from './fields/form-context.ts';
import { pictureUrl } from './fields/studio-picture.ts';
import { useEditedPart, useOpeningCounts } from './preview-sources.ts';
import { type DraftPictures, useDraftPictures } from './use-draft-pictures.ts';

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

  const pictures = useDraftPictures(shown);
  const counts = useOpeningCounts(shown);
  const opening = previewOpening(shown, counts, state);
  // A preview sends no request, so it needs no proof.
  const offer = catalogueOf({ ...shown, guard: null }, { revision: null, pictures: offeredPictures(pictures) });
  const catalogue = { ...offer, ...(opening && { opening }) };
  const bytes = new Map([...pictures].map(([sha256, picture]) => [pictureUrl(sha256), picture.bytes] as const));
  const message: PreviewMessage = { kind: 'form-preview', catalogue, language, scheme, pictures: bytes };
  const focus: PreviewFocus = { kind: 'form-preview-focus', ...useEditedPart(shown) };
  const { key, position, option } = focus;
  const latest = useRef({ message, focus });
  latest.current = { message, focus };
  // No address names the origin of a sandboxed frame. The inbox's policy lets its frames load only from its own origin.
  const post = (sent: PreviewMessage | PreviewFocus) => frame.current?.contentWindow?.postMessage(sent, '*');
  const postDraft = () => post(latest.current.message);
  const postFocus = () => post(latest.current.focus);
  useEffect(postDraft, [shown, language, scheme, pictures, counts, state]);
  useEffect(postFocus, [shown, key, position, option]);
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (!isFrom(event, frame.current?.contentWindow ?? null) || !isPreviewEvent(event.data)) return;
      if (event.data.kind === 'form-preview-ready') {
        postDraft();
        return postFocus();
      }
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
      <iframe
        ref={frame}
        class={`form-frame form-frame-${width}`}
        src="/form-preview/"
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        title={text('previewTitle')}
      />
    </section>
  );
}

/** The addresses are those of the inbox, whose pages have the pictures too. */
function offeredPictures(loaded: DraftPictures) {
  const sizes = [...loaded].map(([sha256, { width, height }]) => {
    const url = pictureUrl(sha256);
    return [sha256, { url, largeUrl: url, width, height }] as const;
  });
  return new Map(sizes);
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
