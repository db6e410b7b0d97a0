import { useEffect, useState } from 'preact/hooks';
import type { Progress } from '../../../client/src/commission-client.ts';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { Draft } from '../draft/draft.ts';
import { ContactNote } from '../form/contact-note.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { Heading, useFocusWhenShown } from '../parts/heading.tsx';
import { ProvingNote } from './proving-note.tsx';
import type { Transfer } from './use-submission.ts';

export interface SendingViewProps {
  readonly transfer: Transfer;
  readonly draft: Draft;
  /** E-mail address of the studio, or null. */
  readonly contact: string | null;
  onCancel(): void;
}

export function SendingView({ transfer, draft, contact, onCancel }: SendingViewProps) {
  const { progress, bytesPerSecond, retry, fileNames, sendAnyway } = transfer;
  const { text, percent } = useTranslator();
  const { say, alert } = useAnnouncer();
  const ref = useFocusWhenShown<HTMLElement>();
  const fraction = progress ? progress.sentBytes / progress.totalBytes : 0;
  const isConfirming = progress !== null && progress.sentBytes >= progress.totalBytes;
  const step = announcedStep(fraction);
  const retryNote = retry && text(retry.status === null ? 'retryLost' : 'retryBusy');
  const isSlow = useSlow(progress?.sentBytes ?? 0);

  useEffect(() => {
    if (step > 0 && !isConfirming) say(text('sentPercent', { percent: percent(step) }));
  }, [step]);
  useEffect(() => {
    if (isConfirming) say(text('confirming'));
  }, [isConfirming]);
  useEffect(() => {
    if (retryNote) alert(`${retryNote} ${text('retrySafe')}`);
  }, [retryNote]);
  useEffect(() => {
    if (isSlow) say(text('slow'));
  }, [isSlow]);

  return (
    <section class="panel sending" part="panel sending" aria-labelledby="sending" tabIndex={-1} ref={ref}>
      <Heading id="sending" depth={1}>
        {text('sendingTitle')}
      </Heading>
      <div class="bar whole">
        <span id="whole">{text('sendingWhole')}</span>
        <span class="number">{percent(fraction)}</span>
        <progress part="progress" aria-labelledby="whole" max={1} value={fraction} />
      </div>
      {/* Drawn anew, so that no word of a translating program is left of the one text beside the other. */}
      <p key={String(isConfirming)} class="hint speed">
        {isConfirming && text('confirming')}
        {progress && !isConfirming && <TransferSpeed progress={progress} bytesPerSecond={bytesPerSecond} />}
      </p>
      {/* Placed above the parts that appear and disappear, so that the button does not move under the pointer. */}
      <footer>
        <button type="button" part="button" class="button" onClick={onCancel}>
          {text('cancel')}
        </button>
        <p class="hint">{text('keepOpen')}</p>
      </footer>
      {sendAnyway && <ProvingNote onSendAnyway={sendAnyway} />}
      {retryNote && (
        <div class="notice warn" part="notice">
          <p>{retryNote}</p>
          <p>{text('retrySafe')}</p>
        </div>
      )}
      {isSlow && (
        <div class="notice" part="notice">
          <p>{text('slow')}</p>
          {contact !== null && <ContactNote contact={contact} draft={draft} />}
        </div>
      )}
      {fileNames.length > 0 && (
        <ul class="bars" aria-label={text('attachmentList')}>
          {fileNames.map((name, index) => {
            const file = progress?.files[index];
            const done = file ? (file.totalBytes === 0 ? fraction : file.sentBytes / file.totalBytes) : 0;
            return (
              <li key={`${index} ${name}`} class="bar">
                <span id={`file-${index}`} class="file-name" title={name}>
                  <bdi>{name}</bdi>
                </span>
                <span class="number">{percent(done)}</span>
                <progress part="progress" aria-labelledby={`file-${index}`} max={1} value={done} />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

const steps = [0.25, 0.5, 0.75];

/** Returns the highest step that the upload has reached, or 0. Each step is announced once to screen readers. */
function announcedStep(fraction: number): number {
  return steps.findLast((step) => fraction >= step) ?? 0;
}

const slowAfterMs = 8000;

/** Returns true when `reached` has not exceeded its highest value for longer than usual. */
function useSlow(reached: number): boolean {
  const [highest, setHighest] = useState(reached);
  const [isSlow, setSlow] = useState(false);
  if (reached > highest) setHighest(reached);
  useEffect(() => {
    setSlow(false);
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, [highest]);
  return isSlow;
}

const minuteS = 60;

/** Shows the sent bytes, the speed and the remaining time. */
function TransferSpeed({ progress, bytesPerSecond }: { progress: Progress; bytesPerSecond: number | null }) {
  const { text, size } = useTranslator();
  const { sentBytes, totalBytes } = progress;
  const parts = [text('sentOf', { sent: size(sentBytes), total: size(totalBytes) })];
  if (bytesPerSecond !== null && bytesPerSecond > 0) {
    const secondsLeft = Math.ceil((totalBytes - sentBytes) / bytesPerSecond);
    parts.push(
      text('speed', { rate: size(bytesPerSecond) }),
      secondsLeft > minuteS
        ? text('minutesLeft', { count: Math.round(secondsLeft / minuteS) })
        : text('secondsLeft', { count: secondsLeft }),
    );
  }
  return <>{parts.join(' · ')}</>;
}
