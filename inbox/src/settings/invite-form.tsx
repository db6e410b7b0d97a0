import { useState } from 'preact/hooks';
import { type OperatorRole, operatorRoles } from '../../../src/accounts/roles.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { AccountsApi } from '../model/accounts-api.ts';
import { FoldedForm } from '../parts/folded-form.tsx';
import { FormFault } from '../parts/form-fault.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import { useTask } from '../parts/use-task.ts';

/** Makes a link by which a person creates an account. */
export function InviteForm({ api, onInvited }: { readonly api: AccountsApi; onInvited(): void }) {
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
    <FoldedForm title={text('inviteTitle')}>
      <form
        class="channel-form"
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
        <fieldset class="role-choice">
          <legend>{text('role')}</legend>
          {operatorRoles.map((role) => (
            <label key={role} class="check">
              <input type="radio" name="role" value={role} defaultChecked={role === 'operator'} />
              <span>
                {text(`role_${role}`)} <span class="muted">{text(`roleMay_${role}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <FormFault task={task} />
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={task.isBusy}>
            {text('invite')}
          </button>
        </p>
      </form>
      {link && (
        <OneTimeSecret
          title={text('inviteLink', { email: link.email })}
          hint={text('inviteLinkHint')}
          secret={link.url}
          onClose={() => setLink(null)}
        />
      )}
    </FoldedForm>
  );
}
