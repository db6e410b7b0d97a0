import { requestStatuses } from '../../../src/customers/events/statuses.ts';
import type { InboxRequest, RequestStatus } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { areKeysOn } from '../keys/keys.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { useDecide } from '../parts/use-decide.ts';

export const usualDecisions = [
  { status: 'ACCEPTED', action: 'accept', key: 'a' },
  { status: 'WAITLISTED', action: 'waitlist', key: 'w' },
  { status: 'DECLINED', action: 'decline', key: 'd' },
] as const;

/** The three usual decisions, which open the next request, and a select of all statuses. */
export function DecisionBar({ request: { id, status } }: { readonly request: InboxRequest }) {
  const { decisions } = useInbox();
  const { text } = useTranslator();
  const decide = useDecide();
  return (
    <fieldset class="decisions">
      <legend class="visually-hidden">{text('decision')}</legend>
      <DecisionButtons status={status} onDecide={(next) => decide(id, next)} />
      <label>
        <span class="visually-hidden">{text('status')}</span>
        <select
          value={status}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value as RequestStatus;
            currentTarget.value = status;
            void decisions.decide(id, next);
          }}
        >
          {requestStatuses.map((one) => (
            <option key={one} value={one} selected={one === status}>
              {text(`status_${one}`)}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

export interface DecisionButtonsProps {
  readonly status: RequestStatus;
  onDecide(status: RequestStatus): void;
}

export function DecisionButtons({ status, onDecide }: DecisionButtonsProps) {
  const { text } = useTranslator();
  const hasKeys = useCell(areKeysOn);
  return usualDecisions.map(({ status: next, action, key }) => (
    <button
      key={next}
      type="button"
      class={action}
      aria-pressed={status === next}
      aria-keyshortcuts={hasKeys ? key : undefined}
      onClick={() => onDecide(next)}
    >
      {text(`decide_${action}`)}{' '}
      {hasKeys && (
        <span aria-hidden="true">
          <kbd>{key}</kbd>
        </span>
      )}
    </button>
  ));
}
