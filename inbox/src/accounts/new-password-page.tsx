import { callOnce } from '../api/send.ts';
import { AccountForm } from './account-form.tsx';
import { useAccountTranslator } from './account-messages.ts';
import { EmailField, NewPasswordField } from './fields.tsx';
import { LinkPage, linkToken } from './link-page.tsx';

/** Sets a new password by a link, and opens the inbox. */
export function NewPasswordPage() {
  const { text } = useAccountTranslator();

  async function setPassword({ password }: Readonly<Record<string, string>>): Promise<void> {
    await callOnce('POST', '/links/password', { body: { token: linkToken, password } });
    location.replace('/');
  }

  return (
    <LinkPage kinds={['password']} purposeOf={() => 'passwordPurpose'}>
      {({ email }) => (
        <AccountForm button={text('passwordSet')} focused="password" submit={setPassword}>
          <EmailField input={{ value: email ?? '', readOnly: true }} />
          <NewPasswordField label={text('passwordNew')} />
        </AccountForm>
      )}
    </LinkPage>
  );
}
