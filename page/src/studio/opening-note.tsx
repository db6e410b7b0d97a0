import type { Opening } from '../../../client/src/commission-client.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useLaterTranslator } from '../language/translator-context.ts';
import { Interrupted } from './closed-view.tsx';
import type { Interruption } from './interruption.ts';
import { OpeningTime } from './opening-times.tsx';

export interface OpeningNoteProps {
  readonly opening: Opening;
  readonly interruption: Interruption | null;
}

/** Above the form of a studio that is open: until when, what it says, and whether there is a waiting list. */
export function OpeningNote({ opening, interruption }: OpeningNoteProps) {
  const { text } = useLaterTranslator();
  const { state, message, closesAt, timeZone } = opening;
  const closes = closesAt !== null && Date.parse(closesAt) > Date.now() ? closesAt : null;
  const isListed = state === 'waitlist';
  return (
    <>
      {interruption === 'waitlist' && <Interrupted text={text('waitlistMeanwhile')} />}
      {(isListed || message !== null || closes !== null) && (
        <div class={isListed ? 'notice warn' : 'notice'} part="notice">
          {isListed && (
            <p>
              <strong>{text('waitlistTitle')}</strong>
            </p>
          )}
          {isListed && <p>{text('waitlistNote')}</p>}
          {message !== null && (
            <p class="prose">
              <CatalogueWords text={message} />
            </p>
          )}
          {closes !== null && <OpeningTime text="closesOn" at={closes} timeZone={timeZone} />}
        </div>
      )}
    </>
  );
}
