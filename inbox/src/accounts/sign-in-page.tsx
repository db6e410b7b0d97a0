import { useContext, useEffect } from 'preact/hooks';
import { callOnce } from '../api/send.ts';
import { AccountForm } from './account-form.tsx';
import { useAccountTranslator } from './account-messages.ts';
import { EmailField, Field } from './fields.tsx';
import { nextPage } from './next-page.ts';
import { StudioContext } from './studio-head.tsx';

const query = new URLSearchParams(location.search);

/** Signs a person in, and opens the page that led here. */
export function SignInPage() {
  const { text } = useAccountTranslator();
  const { openIdConnect } = useContext(StudioContext) ?? {};
  const hasProviderFailed = query.get('failed') === 'open-id-connect';

  useEffect(() => {
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
      {openIdConnect && (
        <a class="button" href="/sign-in/open-id-connect">
          {text('signInElsewhere')}
        </a>
      )}
      <details class="forgotten">
        <summary>{text('forgotten')}</summary>
        <p>{text('forgottenAsk')}</p>
        <p>{text('forgottenOwner')}</p>
        <pre dir="ltr">
          <code>commissions operators reset {text('forgottenAddress')}</code>
        </pre>
      </details>
    </>
  );
}

function goOn(): void {
  location.replace(nextPage(query.get('next'), location.origin));
}
