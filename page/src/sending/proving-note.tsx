import { useEffect, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { useTranslator } from '../language/translator-context.ts';

const patienceMs = 10_000;

/** Says that a puzzle is being solved. After ten seconds the customer can send without it. */
export function ProvingNote({ onSendAnyway }: { onSendAnyway(): void }) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const [isLong, setLong] = useState(false);

  useEffect(() => {
    say(text('proving'));
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isLong) say(text('provingLong'));
  }, [isLong]);

  return (
    <div class="notice" part="notice">
      <p id="proving">{text('proving')}</p>
      <progress part="progress" aria-labelledby="proving" />
      {isLong && (
        <>
          <p>{text('provingLong')}</p>
          <button type="button" part="button" class="button" onClick={onSendAnyway}>
            {text('sendAnyway')}
          </button>
        </>
      )}
    </div>
  );
}
