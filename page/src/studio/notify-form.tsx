import { useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { emailPattern } from '../../../src/platform/shapes/email-pattern.ts';
import { useLaterTranslator } from '../language/translator-context.ts';
import { Heading } from '../parts/heading.tsx';
import { emailFault, plainEmail } from '../rules/email-address.ts';

type State = 'asked' | 'sending' | 'sent' | 'failed';

/** Takes an address to write to when the studio opens (S19). */
export function NotifyForm({ endpoint }: { endpoint: string }) {
  const { text, language } = useLaterTranslator();
  const { say, alert } = useAnnouncer();
  const [email, setEmail] = useState('');
  const [error, setError] = useState('');
  const [state, setState] = useState<State>('asked');
  const input = useRef<HTMLInputElement>(null);

  function complain(sentence: string): void {
    setError(sentence);
    input.current?.focus();
  }

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const address = plainEmail(email);
    setEmail(address);
    if (address === '') return complain(text('errorRequired'));
    if (!emailPattern.test(address)) {
      const { key, character = '' } = emailFault(address);
      return complain(text(key, { character }));
    }
    setError('');
    setState('sending');
    const ok = await askForNotice(endpoint, address, language);
    setState(ok ? 'sent' : 'failed');
    if (ok) say(text('notifySent', { address }));
    else alert(text('notifyFailed'));
  }

  return (
    <div class="notify">
      <Heading depth={2}>{text('notifyTitle')}</Heading>
      {state === 'sent' ? (
        <p class="notice">{text('notifySent', { address: email })}</p>
      ) : (
        <form noValidate onSubmit={(event) => state !== 'sending' && void send(event)}>
          <label for="notify" part="label">
            {text('customerEmail')}
          </label>
          <p id="notify-hint" class="hint" part="hint">
            {text('notifyHint')}
          </p>
          <p id="notify-error" class="error" part="error">
            {error || (state === 'failed' ? text('notifyFailed') : '')}
          </p>
          <div class="row">
            <input
              id="notify"
              ref={input}
              type="text"
              inputMode="email"
              autocomplete="email"
              autocapitalize="none"
              spellcheck={false}
              part="input"
              dir="auto"
              required
              value={email}
              aria-invalid={Boolean(error)}
              aria-describedby={error ? 'notify-error notify-hint' : 'notify-hint'}
              onInput={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <button type="submit" class="button button-primary" part="button" aria-disabled={state === 'sending'}>
              {text('notifySend')}
            </button>
          </div>
        </form>
      )}
    </div>
  );
}

/** Resolves with true when the service has taken the address. */
async function askForNotice(endpoint: string, email: string, language: string): Promise<boolean> {
  const address = new URL('api/v1/opening-notices', endpoint);
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ email, language }) }).catch(
    () => null,
  );
  return response?.ok === true;
}
