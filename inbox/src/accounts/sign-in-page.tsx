import { useEffect, useState } from 'preact/hooks';
import { callOnce } from '../api/send.ts';
import { AccountForm } from './account-form.tsx';
import { useAccountTranslator } from './account-messages.ts';
import { EmailField, Field } from './fields.tsx';
import { nextPage } from './next-page.ts';

const query = new URLSearchParams(location.search);

/** Signs a person in, and opens the page that led here. */
export function SignInPage() {
  const { text } = useAccountTranslator();
  const [hasProvider, setHasProvider] = useState(false);
  const hasProviderFailed = query.get('failed') === 'open-id-connect';

  useEffect(() => {
    void callOnce<{ openIdConnect: boolean }>('GET', '/sign-in-options')
      .then(({ openIdConnect }) => setHasProvider(openIdConnect))
      .catch(() => {});
    // Browsers withhold the cookie from a request that a link of another site starts, so a signed-in person gets this page.
    void callOnce('GET', '/session')
      .then(goOn)
      .catch(() => {});
  }, []);

  return (
    <>
      <p class="intro">{text('inbox')}</p>
      <AccountForm
        button={text('signIn')}
        focused="email"
        notice={hasProviderFailed ? text('organizationFailed') : null}
        submit={({ email, password }) => callOnce('POST', '/session', { body: { email, password } }).then(goOn)}
      >
        <EmailField input={{ required: true }} />
        <Field
          name="password"
          label={text('password')}
          input={{ type: 'password', autocomplete: 'current-password', required: true }}
        />
      </AccountForm>
      {hasProvider && (
        <a class="button" href="/sign-in/open-id-connect">
          {text('signInElsewhere')}
        </a>
      )}
    </>
  );
}

function goOn(): void {
  location.replace(nextPage(query.get('next'), location.origin));
}
