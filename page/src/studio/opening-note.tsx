import type { Opening } from '../../../client/src/commission-client.ts';
import { useLaterTranslator } from '../language/translator-context.ts';
import { Interrupted } from './closed-view.tsx';
import type { Interruption } from './interruption.ts';
import { OpeningTime } from './opening-times.tsx';

interface OpeningNoteProps {
  readonly opening: Opening;
  /** By the clock of the service. */
  readonly now: number;
  readonly interruption: Interruption | null;
}

/** Above the form of a studio that is open: until when, and whether there is a waiting list. */
export function OpeningNote({ opening, now, interruption }: OpeningNoteProps) {
  const { text } = useLaterTranslator();
  const { state, closesAt, timeZone } = opening;
  const isListed = state === 'waitlist';
  const closes = closesAt !== null && now < Date.parse(closesAt);
  return (
    <>
      {interruption === 'waitlist' && <Interrupted text={text('waitlistMeanwhile')} />}
      {(isListed || closes) && (
        <div class={isListed ? 'notice warn' : 'notice'} part="notice">
          {isListed && (
            <p>
              <strong>{text('waitlistTitle')}</strong>
            </p>
          )}
          {isListed && <p>{text('waitlistNote')}</p>}
          {closes && <OpeningTime text="closesOn" at={closesAt} timeZone={timeZone} />}
        </div>
      )}
    </>
  );
}
