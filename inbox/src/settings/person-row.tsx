import { useState } from 'preact/hooks';
import { type OperatorRole, operatorRoles } from '../../../src/accounts/roles.ts';
import type { Operator } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { AccountsApi } from '../model/accounts-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { ConfirmDialog } from '../parts/confirm-button.tsx';
import { RowMenu } from '../parts/row-menu.tsx';
import { useMinute } from '../parts/use-minute.ts';
import type { Task } from '../parts/use-task.ts';
import { Avatar } from './avatar.tsx';

interface PersonRowProps {
  readonly operator: Operator;
  /** True for the only owner who can sign in. The service refuses to remove this owner. */
  readonly isLastOwner: boolean;
  readonly api: AccountsApi;
  readonly task: Task;
  change(work: () => Promise<unknown>): Promise<void>;
  onForgotten(): void;
}

export function PersonRow({ operator, isLastOwner: isLast, api, task, change, onForgotten }: PersonRowProps) {
  const { text } = useTranslator();
  const { id, name, email, role, isDisabled } = operator;
  const isSelf = useCell(useInbox().sessions.session)?.operator.id === id;
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li class={isDisabled ? 'with-mark disabled' : 'with-mark'}>
      <Avatar name={name} />
      <div class="entry-text">
        <bdi class="entry-title">{name}</bdi>
        {isSelf && <span class="badge">{text('you')}</span>}
        {isDisabled && <span class="badge">{text('disabled')}</span>}
        <p class="muted">
          {name !== email && <bdi>{email} · </bdi>}
          <LastSeen operator={operator} />
        </p>
        {isLast && (
          <p class="hint" id="last-owner">
            {text('refusedLastOwner')}
          </p>
        )}
      </div>
      <div class="entry-actions">
        <select
          aria-label={text('roleOf', { name })}
          value={role}
          aria-describedby={isLast ? 'last-owner' : undefined}
          disabled={isLast || task.isBusy}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value as OperatorRole;
            // The select keeps the old role until the service accepts the change.
            currentTarget.value = role;
            void change(() => api.changeOperator(id, { role: next }));
          }}
        >
          {operatorRoles.map((one) => (
            <option key={one} value={one}>
              {text(`role_${one}`)}
            </option>
          ))}
        </select>
        {!(isSelf && isLast) && (
          <RowMenu label={text('moreOf', { name })}>
            {!isSelf && (
              <button
                type="button"
                class="menu-item"
                aria-label={text('passwordLinkOf', { name })}
                onClick={onForgotten}
              >
                {text('passwordLink')}
              </button>
            )}
            {!isLast && (
              <>
                <button
                  type="button"
                  class="menu-item"
                  aria-label={text(isDisabled ? 'enableOf' : 'disableOf', { name })}
                  onClick={() => void change(() => api.changeOperator(id, { isDisabled: !isDisabled }))}
                >
                  {text(isDisabled ? 'enable' : 'disable')}
                </button>
                <button
                  type="button"
                  class="menu-item bad"
                  aria-label={text('removeOf', { name })}
                  onClick={() => setRemoving(true)}
                >
                  {text('remove')}
                </button>
              </>
            )}
          </RowMenu>
        )}
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={text('removeOf', { name })}
          question={text('removeQuestion', { name })}
          confirm={text('remove')}
          onConfirm={() => void change(() => api.removeOperator(id))}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

function LastSeen({ operator: { lastSignInAt } }: { readonly operator: Operator }) {
  const { text } = useTranslator();
  const { age, time } = useFormats();
  const now = useMinute();
  if (lastSignInAt === null) return <>{text('neverSignedIn')}</>;
  return (
    <time dateTime={lastSignInAt} title={time(lastSignInAt)}>
      {text('lastSignIn', { time: age(lastSignInAt, now) })}
    </time>
  );
}
