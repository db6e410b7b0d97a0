import { callOnce } from '../api/send.ts';
import { AccountForm } from './account-form.tsx';
import { useAccountTranslator } from './account-messages.ts';
import { EmailField, Field, NewPasswordField } from './fields.tsx';
import { LinkPage, linkToken } from './link-page.tsx';

/** Creates an account by a set-up or invitation link, and opens the inbox. */
export function NewAccountPage() {
  return (
    <LinkPage
      kinds={['set-up', 'invitation']}
      purposeOf={({ kind, role }) => (kind === 'set-up' ? 'setUpPurpose' : `invited_${role}`)}
    >
      {({ email }) => <NewAccountForm invitedEmail={email} />}
    </LinkPage>
  );
}

/** @param invitedEmail The address that the account will have, or null when the person chooses it. */
function NewAccountForm({ invitedEmail }: { readonly invitedEmail: string | null }) {
  const { text } = useAccountTranslator();

  async function accept({ name, email, password }: Readonly<Record<string, string>>): Promise<void> {
    const chosen = invitedEmail === null ? { email } : {};
    await callOnce('POST', '/links/accept', { body: { token: linkToken, name, password, ...chosen } });
    location.replace('/');
  }

  const address = invitedEmail === null ? { required: true } : { value: invitedEmail, readOnly: true };
  return (
    <AccountForm button={text('accountCreate')} focused="name" submit={accept}>
      <Field
        name="name"
        label={text('name')}
        hint={text('nameHint')}
        input={{ autocapitalize: 'words', autocomplete: 'name', maxLength: 200, required: true }}
      />
      <EmailField hint={text('emailHint')} input={address} />
      <NewPasswordField label={text('password')} />
    </AccountForm>
  );
}
