import './entries.css';
import { useMemo, useState } from 'preact/hooks';
import type { Operator } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { createAccountsApi } from '../model/accounts-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import { useTask } from '../parts/use-task.ts';
import { InviteForm } from './invite-form.tsx';
import { Invitations, PasswordLinks } from './open-links.tsx';
import { PersonRow } from './person-row.tsx';

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
            <ul class="entries">
              {operators.map((operator) => (
                <PersonRow
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
          </>
        )}
      </LoadedPart>
    </>
  );
}

/** Returns true for the only owner who can sign in. The service refuses to remove this owner. */
function isLastOwner(operator: Operator, operators: readonly Operator[]): boolean {
  const owners = operators.filter(({ role, isDisabled }) => role === 'owner' && !isDisabled);
  return owners.length === 1 && owners[0] === operator;
}
