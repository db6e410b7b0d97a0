import { useEffect, useRef, useState } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { Dialog } from '../parts/dialog.tsx';

const refreshMs = 5000;

/** A dialog to sign in again after the session has ended. The page below it stays unchanged. */
export function SignInDialog() {
  const { sessions } = useInbox();
  return useCell(sessions.isAsking) ? <SignIn /> : null;
}

function SignIn() {
  const { sessions } = useInbox();
  const translator = useTranslator();
  const { text } = translator;
  const [fault, setFault] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const known = useCell(sessions.session)?.operator;

  // The dialog would focus its first field, which is already filled in.
  useEffect(() => {
    if (known) passwordField.current?.focus();
  }, []);

  // The person may sign in elsewhere, in another tab or with the organization's account, and return to this tab.
  useEffect(() => {
    const refresh = () => void sessions.refresh();
    const timer = setInterval(refresh, refreshMs);
    window.addEventListener('focus', refresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', refresh);
    };
  }, []);

  async function submit(form: HTMLFormElement): Promise<void> {
    const { email, password } = Object.fromEntries(new FormData(form));
    setIsBusy(true);
    setFault('');
    try {
      await sessions.signIn(String(email), String(password));
    } catch (error) {
      setFault(failureText(translator, error));
      passwordField.current?.select();
    }
    setIsBusy(false);
  }

  return (
    <Dialog title={text('signInTitle')} onClose={null}>
      <p>{text('signInHint')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <label>
          {text('email')}
          <input name="email" type="text" inputMode="email" autocomplete="username" required value={known?.email} />
        </label>
        <label>
          {text('password')}
          <input ref={passwordField} name="password" type="password" autocomplete="current-password" required />
        </label>
        <p class="error" role="alert">
          {fault}
        </p>
        <footer>
          <a href="/sign-in" target="_blank" rel="noreferrer">
            {text('signInElsewhere')}
          </a>
          <button type="submit" class="primary" disabled={isBusy}>
            {text('signIn')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
