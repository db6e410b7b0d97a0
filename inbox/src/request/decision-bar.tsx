import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { InboxRequest, RequestStatus } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Answer } from '../model/answer.ts';
import { useInbox } from '../model/inbox-context.ts';
import { nextStep, stepOf, stepsFrom } from '../model/next-steps.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { MoveMenu } from '../parts/move-menu.tsx';
import { useDecide } from '../parts/use-decide.ts';
import { useKeyHint } from '../parts/use-key-hint.ts';
import type { SheetAction } from './decision-sheet.tsx';

const DecisionSheet = lazyComponent(() => import('./decision-sheet.tsx').then((loaded) => loaded.DecisionSheet));

/** The steps that follow the request's status, and a menu of all statuses. */
export function DecisionBar({ request }: { readonly request: InboxRequest }) {
  const { id } = request;
  const { decisions } = useInbox();
  const decide = useDecide();
  return (
    <Decisions request={request} onDecide={(next, answer) => decide(id, next, answer && { answer })}>
      <MoveMenu request={request} onMove={(next) => void decisions.decide(id, next)} onShift={null} />
    </Decisions>
  );
}

interface DecisionsProps {
  readonly request: InboxRequest;
  /** More actions beside the buttons. */
  readonly children?: ComponentChildren;
  onDecide(status: RequestStatus, answer?: Answer): void;
}

/** The steps, of which two ask for the words to the customer first. */
export function Decisions({ request, children, onDecide }: DecisionsProps) {
  const { text } = useTranslator();
  const [asked, setAsked] = useState<SheetAction | null>(null);
  return (
    <>
      <fieldset class="decisions">
        <legend class="visually-hidden">{text('decision')}</legend>
        <DecisionButtons status={request.status} onDecide={onDecide} onAsk={setAsked} />
        {children}
      </fieldset>
      {asked !== null && (
        <DecisionSheet
          request={request}
          action={asked}
          onDecide={(answer) => {
            setAsked(null);
            onDecide(stepOf(asked).to, answer);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface DecisionButtonsProps {
  readonly status: RequestStatus;
  onDecide(status: RequestStatus): void;
  onAsk(action: SheetAction): void;
}

/** A button for each step that makes sense now. The usual next step is marked. */
function DecisionButtons({ status, onDecide, onAsk }: DecisionButtonsProps) {
  const { text } = useTranslator();
  const hintOf = useKeyHint();
  const next = nextStep(status);
  return stepsFrom(status).map((step) => {
    const { action, to } = step;
    const ask = action === 'accept' || action === 'decline' ? () => onAsk(action) : null;
    return (
      <button
        key={action}
        type="button"
        class={`button ${step === next ? 'button-primary' : weights[action]} ${action}`}
        {...hintOf(action, text(`key_${action}`))}
        onClick={ask ?? (() => onDecide(to))}
      >
        {ask ? text('asks', { name: text(`decide_${action}`) }) : text(`decide_${action}`)}
      </button>
    );
  });
}

const weights = {
  accept: '',
  waitlist: '',
  start: '',
  done: '',
  decline: 'button-bad',
  spam: 'button-plain',
} as const;
