import { useState } from 'preact/hooks';
import { useTranslator } from '../../language/translator-context.ts';
import { type ChannelsApi, newSecrets, type WebhookChannel } from '../../model/channels-api.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFault } from '../../parts/form-fault.tsx';
import { OneTimeSecret } from '../../parts/one-time-secret.tsx';
import { useTask } from '../../parts/use-task.ts';

interface WebhookSecretProps {
  readonly channel: WebhookChannel;
  readonly api: ChannelsApi;
  onChanged(): void;
}

/** The secret with which receivers verify signatures. It is shown once, when it is new. */
export function WebhookSecret({ channel: { id, name, hasSecret, settings }, api, onChanged }: WebhookSecretProps) {
  const { text } = useTranslator();
  const [secret, setSecret] = useState(() => newSecrets.get(id) ?? null);
  const [isAsking, setAsking] = useState(false);
  const task = useTask();

  async function rotate(form: HTMLFormElement): Promise<void> {
    const url = hasSecret ? null : String(new FormData(form).get('url')).trim();
    let made = '';
    const isMade = await task.run(async () => {
      made = await api.rotateSecret(id, url);
    });
    if (!isMade) return;
    // At once, because the secret cannot get the focus beside the open dialog.
    setAsking(false);
    setSecret(made);
    onChanged();
  }

  // Discord identifies senders by the URL and verifies no signatures.
  if (settings.format === 'discord' && hasSecret) return null;
  return (
    <>
      {secret !== null && (
        <OneTimeSecret
          title={text('channelSecret', { name })}
          hint={text('channelSecretHint')}
          secret={secret}
          onClose={() => {
            newSecrets.delete(id);
            setSecret(null);
          }}
        />
      )}
      <details open={!hasSecret}>
        <summary>{text('channelSecretFold')}</summary>
        <p class="muted">{text('channelSecretWhat')}</p>
        <p>
          <button type="button" class={hasSecret ? undefined : 'primary'} onClick={() => setAsking(true)}>
            {text('channelSecretNew')}
          </button>
        </p>
      </details>
      {isAsking && (
        <Dialog title={text('channelSecretNew')} onClose={() => setAsking(false)}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void rotate(event.currentTarget);
            }}
          >
            <p>{text(hasSecret ? 'channelSecretQuestion' : 'channelSecretLost')}</p>
            {!hasSecret && (
              <label>
                {text('webhookUrl')}
                <input name="url" type="url" required autocomplete="off" placeholder={settings.address} />
              </label>
            )}
            <FormFault task={task} />
            <footer>
              <button type="button" class="quiet" onClick={() => setAsking(false)}>
                {text('cancel')}
              </button>
              <button type="submit" class="primary" aria-disabled={task.isBusy}>
                {text('channelSecretNew')}
              </button>
            </footer>
          </form>
        </Dialog>
      )}
    </>
  );
}
