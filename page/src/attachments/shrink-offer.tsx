import { useId, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { AttachmentLimits } from '../draft/attachment.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { FileIntake } from './use-file-intake.ts';

interface ShrinkOfferProps {
  /** A picture over the size limit. */
  readonly file: File;
  readonly limits: AttachmentLimits;
  readonly intake: FileIntake;
}

/** Offers to attach a smaller copy of a picture that is too large. The browser makes the copy. */
export function ShrinkOffer({ file, limits, intake }: ShrinkOfferProps) {
  const { text, size } = useTranslator();
  const { say, alert } = useAnnouncer();
  const [state, setState] = useState<'offered' | 'working' | 'failed'>('offered');
  const hint = useId();

  async function shrink(): Promise<void> {
    setState('working');
    say(text('shrinking'));
    const smaller = await import('./scaled-picture.ts')
      .then(({ shrinkPicture }) => shrinkPicture(file, limits.maxBytes))
      .catch(() => null);
    if (!smaller) {
      setState('failed');
      alert(text('shrinkFailed', { name: file.name }));
      return;
    }
    const { file: copy, ...pixels } = smaller;
    const sizes = { size: size(copy.size), oldSize: size(file.size) };
    intake.replaceRejected(file, copy, text('shrunk', { name: copy.name, ...sizes, ...pixels }));
  }

  if (state === 'failed') return <p class="error">{text('shrinkFailed', { name: file.name })}</p>;
  return (
    <>
      <button
        type="button"
        part="button"
        class="button"
        aria-describedby={hint}
        aria-disabled={state === 'working'}
        onClick={() => state === 'offered' && void shrink()}
      >
        {text(state === 'working' ? 'shrinking' : 'shrink')}
      </button>
      <p id={hint} class="hint">
        {text('shrinkHint')}
      </p>
    </>
  );
}
