import { useEffect } from 'preact/hooks';
import type { Catalogue, Opening } from '../../../client/src/commission-client.ts';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useLaterTranslator } from '../language/translator-context.ts';
import { Heading, useFocusWhenShown } from '../parts/heading.tsx';
import type { Interruption } from './interruption.ts';
import { NotifyForm } from './notify-form.tsx';
import { OpeningTime } from './opening-times.tsx';
import { ShownOffer } from './shown-offer.tsx';

interface ClosedViewProps {
  readonly catalogue: Catalogue;
  readonly opening: Opening;
  /** By the clock of the service. */
  readonly now: number;
  readonly endpoint: string;
  /** True when the customer has written something. */
  readonly hasDraft: boolean;
  readonly interruption: Interruption | null;
  onLook(): void;
}

/** The page of a studio that takes no requests now: when it opens and its offer, without a form (S16). */
export function ClosedView(props: ClosedViewProps) {
  const { catalogue, opening, now, endpoint, hasDraft, interruption, onLook } = props;
  const { text } = useLaterTranslator();
  const { opensAt, reason, timeZone } = opening;
  const isFull = reason === 'slots' || reason === 'requests';
  const opens =
    opensAt !== null && now < Date.parse(opensAt) ? (
      <OpeningTime text="opensOn" at={opensAt} timeZone={timeZone} />
    ) : null;
  return (
    <>
      {interruption === 'closed' && <Interrupted text={text('closedMeanwhile')} />}
      <section class="panel closed" part="panel closed" aria-labelledby="closed">
        <Heading id="closed" depth={1}>
          {isFull ? text('fullTitle') : (opens ?? text(reason === 'maintenance' ? reason : 'closedTitle'))}
        </Heading>
        {isFull && opens}
        {opening.message !== null && (
          <p class="prose">
            <CatalogueWords text={opening.message} />
          </p>
        )}
        {hasDraft && <p class="notice">{text('keptWhileClosed')}</p>}
        {opening.notices && <NotifyForm endpoint={endpoint} />}
        <footer>
          <button type="button" class="button button-plain" part="button" onClick={onLook}>
            {text('lookAgain')}
          </button>
        </footer>
      </section>
      <ShownOffer catalogue={catalogue} endpoint={endpoint} />
    </>
  );
}

/** Says why the request was not sent, where the focus is. */
export function Interrupted({ text }: { text: string }) {
  const { alert } = useAnnouncer();
  const ref = useFocusWhenShown<HTMLElement>();
  useEffect(() => alert(text), []);
  return (
    <section class="notice warn" part="notice" aria-label={text} tabIndex={-1} ref={ref}>
      <p>{text}</p>
    </section>
  );
}
