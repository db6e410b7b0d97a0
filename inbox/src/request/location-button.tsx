import { MapPinOff } from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { createLocationReader } from '../../../page-kit/locations/location-reader.ts';
import type { InboxRequest, RequestFile } from '../api/shapes.ts';
import { shownName } from '../language/shown-name.ts';
import { useIntakeWords, useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { NewToast } from '../model/toasts.ts';
import { filePath } from '../parts/file-paths.ts';
import { saveContent, saveFaultTexts, wholeFile } from './save-file.ts';

/** The pictures from which GPS data can be removed. */
const pictureName = /\.(?:jpe?g|jfif|png|webp|gif|avif|hei[cf]s?|hif)$/iu;
const pictureType = /^image\/(?:jpeg|png|webp|gif|avif|hei[cf])/i;

const reader = createLocationReader(
  () =>
    new Worker(new URL('../../../page-kit/locations/location-worker.ts', import.meta.url), {
      type: 'module',
      name: 'locations',
    }),
);

interface LocationButtonProps {
  readonly request: InboxRequest;
  readonly file: RequestFile;
}

/**
 * Saves a picture without its metadata, the GPS data among them (S28). It does so without GPS data too: a camera may have
 * written them in a format of its own. The stored original stays as it is.
 */
export function LocationButton({ request, file }: LocationButtonProps) {
  const { text } = useIntakeWords();
  const { text: mainText } = useTranslator();
  const { sessions, toasts } = useInbox();
  const [isBusy, setBusy] = useState(false);
  const name = shownName(file.name);
  if (!pictureName.test(file.name) && !pictureType.test(file.type)) return null;

  async function save(): Promise<NewToast> {
    const content = await wholeFile(filePath(request.id, file.position), file, sessions.signInAgain);
    if (typeof content === 'string') return { tone: 'bad', text: mainText(saveFaultTexts[content], { name }) };
    const removal = await reader.remove(new Blob([content])).catch(() => null);
    if (removal === null) return { tone: 'bad', text: text('locationUnread', { name }) };
    const { copy, hadLocation } = removal;
    if (copy === null) return { tone: 'bad', text: text('locationNotRemoved', { name }) };
    saveContent(file.name, copy);
    return { text: text(hadLocation ? 'locationRemoved' : 'locationNone', { name }) };
  }

  async function press(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    toasts.show(await save().finally(() => setBusy(false)));
  }

  return (
    <button
      type="button"
      class="button button-plain button-icon"
      aria-label={text('locationSave')}
      aria-disabled={isBusy}
      title={text('locationSave')}
      onClick={() => void press()}
    >
      <Icon of={MapPinOff} />
    </button>
  );
}
