import { useMemo, useState } from 'preact/hooks';
import { type OperatorRole, operatorRoles } from '../../../src/accounts/roles.ts';
import type { Operator } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { type AccountsApi, createAccountsApi } from '../model/accounts-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { FormFault } from '../parts/form-fault.tsx';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import { type Task, useTask } from '../parts/use-task.ts';
import { Invitations, PasswordLinks } from './open-links.tsx';

/** The accounts with their roles, and the open links: invitations, and those to new passwords. */
export function PeopleSection() {
  const { call } = useInbox();
  const { text } = useTranslator();
  const api = useMemo(() => createAccountsApi(call), [call]);
  const [people, reload] = useLoaded(() => Promise.all([api.operators(), api.invitations(), api.passwordLinks()]));
  const task = useTask();
  const [passwordLink, setPasswordLink] = useState<{ name: string; url: string } | null>(null);
  const change = async (work: () => Promise<unknown>) => {
    if (await task.run(async () => void (await work()))) reload();
  };
  const makePasswordLink = ({ id, name }: Operator) =>
    change(async () => setPasswordLink({ name, url: await api.makePasswordLink(id) }));
  return (
    <>
      <InviteForm api={api} onInvited={reload} />
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      {passwordLink && (
        <OneTimeSecret
          title={text('passwordLinkFor', { name: passwordLink.name })}
          hint={text('passwordLinkHint')}
          secret={passwordLink.url}
          onClose={() => setPasswordLink(null)}
        />
      )}
      <LoadedPart state={people} reload={reload}>
        {([operators, invitations, passwordLinks]) => (
          <>
            <Invitations
              invitations={invitations}
              operators={operators}
              onWithdraw={(id) => void change(() => api.withdrawInvitation(id))}
            />
            <PasswordLinks
              links={passwordLinks}
              operators={operators}
              onWithdraw={(id) => void change(() => api.withdrawPasswordLink(id))}
            />
            <ul class="entries">
              {operators.map((operator) => (
                <OperatorRow
                  key={operator.id}
                  operator={operator}
                  isLastOwner={isLastOwner(operator, operators)}
                  api={api}
                  task={task}
                  change={change}
                  onForgotten={() => void makePasswordLink(operator)}
                />
              ))}
            </ul>
          </>
        )}
      </LoadedPart>
    </>
  );
}

function InviteForm({ api, onInvited }: { readonly api: AccountsApi; onInvited(): void }) {
  const { text } = useTranslator();
  const task = useTask();
  const [link, setLink] = useState<{ email: string; url: string } | null>(null);
  const [email, setEmail] = useState('');

  async function invite(form: HTMLFormElement): Promise<void> {
    const role = new FormData(form).get('role') as OperatorRole;
    const isInvited = await task.run(async () => {
      setLink({ email, url: await api.invite(email, role) });
    });
    if (!isInvited) return;
    setEmail((typed) => (typed === email ? '' : typed));
    onInvited();
  }

  return (
    <section aria-labelledby="invite">
      <h2 id="invite">{text('inviteTitle')}</h2>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void invite(event.currentTarget);
        }}
      >
        <label>
          {text('email')}
          <input
            name="email"
            type="email"
            autocomplete="off"
            required
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </label>
        <label>
          {text('role')}
          <select name="role">
            {operatorRoles.map((role) => (
              <option key={role} value={role} selected={role === 'operator'}>
                {text(`role_${role}`)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" aria-disabled={task.isBusy}>
          {text('invite')}
        </button>
        <FormFault task={task} />
      </form>
      <dl class="roles">
        {operatorRoles.map((role) => (
          <div key={role}>
            <dt>{text(`role_${role}`)}</dt>
            <dd>{text(`roleMay_${role}`)}</dd>
          </div>
        ))}
      </dl>
      {link && (
        <OneTimeSecret
          title={text('inviteLink', { email: link.email })}
          hint={text('inviteLinkHint')}
          secret={link.url}
          onClose={() => setLink(null)}
        />
      )}
    </section>
  );
}

interface OperatorRowProps {
  readonly operator: Operator;
  readonly isLastOwner: boolean;
  readonly api: AccountsApi;
  readonly task: Task;
  change(work: () => Promise<unknown>): Promise<void>;
  onForgotten(): void;
}

function OperatorRow({ operator, isLastOwner: isLast, api, task, change, onForgotten }: OperatorRowProps) {
  const { text } = useTranslator();
  const { time } = useFormats();
  const { id, name, email, role, isDisabled, lastSignInAt } = operator;
  const isSelf = useCell(useInbox().sessions.session)?.operator.id === id;
  return (
    <li>
      <div>
        <bdi class="entry-title">{name}</bdi>
        {isSelf && <span class="badge">{text('you')}</span>}
        {isDisabled && <span class="badge">{text('disabled')}</span>}
        <p class="muted">
          <bdi>{email}</bdi> ·{' '}
          {lastSignInAt === null ? text('neverSignedIn') : text('lastSignIn', { time: time(lastSignInAt) })}
        </p>
        {isLast && (
          <p class="muted" id="last-owner">
            {text('refusedLastOwner')}
          </p>
        )}
      </div>
      <div class="actions">
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
        {!isSelf && (
          <button type="button" class="quiet" aria-label={text('passwordLinkOf', { name })} onClick={onForgotten}>
            {text('passwordLink')}
          </button>
        )}
        {!isLast && (
          <>
            <button
              type="button"
              class="quiet"
              aria-label={text(isDisabled ? 'enableOf' : 'disableOf', { name })}
              onClick={() => void change(() => api.changeOperator(id, { isDisabled: !isDisabled }))}
            >
              {text(isDisabled ? 'enable' : 'disable')}
            </button>
            <ConfirmButton
              label={text('removeOf', { name })}
              question={text('removeQuestion', { name })}
              confirm={text('remove')}
              onConfirm={() => void change(() => api.removeOperator(id))}
            >
              {text('remove')}
            </ConfirmButton>
          </>
        )}
      </div>
    </li>
  );
}

/** Returns true for the only owner who can sign in. The service refuses to remove this owner. */
function isLastOwner(operator: Operator, operators: readonly Operator[]): boolean {
  const owners = operators.filter(({ role, isDisabled }) => role === 'owner' && !isDisabled);
  return owners.length === 1 && owners[0] === operator;
}
