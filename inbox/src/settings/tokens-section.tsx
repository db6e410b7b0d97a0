import './entries.css';
import { Plug } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { type TokenScope, tokenScopes } from '../../../src/accounts/roles.ts';
import { apiPath } from '../api/send.ts';
import { dayOf, daysAfter, useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { type AccountsApi, type ApiToken, createAccountsApi } from '../model/accounts-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { FoldedForm } from '../parts/folded-form.tsx';
import { FormFault } from '../parts/form-fault.tsx';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import { useMinute } from '../parts/use-minute.ts';
import { useTask } from '../parts/use-task.ts';
import { Link } from '../router/router.tsx';

const lifetimes = [30, 90, 365, 0] as const;

/** The API tokens. */
export function TokensSection() {
  const { call } = useInbox();
  const { text } = useTranslator();
  const api = useMemo(() => createAccountsApi(call), [call]);
  const [tokens, reload] = useLoaded(api.tokens);
  const task = useTask();

  async function revoke(id: string): Promise<void> {
    if (await task.run(async () => void (await api.revokeToken(id)))) reload();
  }

  return (
    <>
      <TokenForm api={api} onCreated={reload} />
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      <LoadedPart state={tokens} reload={reload}>
        {(items) =>
          items.length === 0 ? (
            <p class="muted">{text('tokensNone')}</p>
          ) : (
            <ul class="entries">
              {items.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => void revoke(token.id)} />
              ))}
            </ul>
          )
        }
      </LoadedPart>
      <details class="technical">
        <summary>{text('apiFold')}</summary>
        <p>{text('apiWhat')}</p>
        <dl>
          <div>
            <dt>{text('apiAddress')}</dt>
            <dd>
              <code>{location.origin + apiPath}</code>
            </dd>
          </div>
          <div>
            <dt>{text('apiHeader')}</dt>
            <dd>
              <code>Authorization: Bearer csk_…</code>
            </dd>
          </div>
          <div>
            <dt>{text('apiDescription')}</dt>
            <dd>
              <a href="/openapi.json">openapi.json</a>
            </dd>
          </div>
        </dl>
        <p>
          {text('apiWebhooks')} <Link to="/settings/channels">{text('settingsChannels')}</Link>
        </p>
      </details>
    </>
  );
}

function TokenRow({ token, onRevoke }: { readonly token: ApiToken; onRevoke(): void }) {
  const { text, list } = useTranslator();
  const { age, day, time } = useFormats();
  const now = useMinute();
  const { name, scopes, expiresAt, usedAt } = token;
  return (
    <li class="with-mark">
      <span class="avatar">
        <Icon of={Plug} />
      </span>
      <div class="entry-text">
        <bdi class="entry-title">{name}</bdi>
        <p class="muted">
          {text('tokenMay', { scopes: list(scopes.map((scope) => text(`scope_${scope}`))) })} ·{' '}
          {expiresAt === null
            ? text('validForever')
            : text('validUntil', { time: day(dayOf(Date.parse(expiresAt)), now) })}{' '}
          ·{' '}
          {usedAt === null ? (
            text('neverUsed')
          ) : (
            <time dateTime={usedAt} title={time(usedAt)}>
              {text('lastUsed', { time: age(usedAt, now) })}
            </time>
          )}
        </p>
      </div>
      <ConfirmButton
        label={text('tokenRevokeOf', { name })}
        question={text('tokenRevokeQuestion', { name })}
        confirm={text('tokenRevoke')}
        onConfirm={onRevoke}
      >
        {text('tokenRevoke')}
      </ConfirmButton>
    </li>
  );
}

function TokenForm({ api, onCreated }: { readonly api: AccountsApi; onCreated(): void }) {
  const { text } = useTranslator();
  const task = useTask();
  const [secret, setSecret] = useState<{ name: string; text: string } | null>(null);

  async function create(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const name = String(data.get('name'));
    const days = Number(data.get('days'));
    const isCreated = await task.run(async () => {
      const expiresAt = days === 0 ? null : new Date(daysAfter(Date.now(), days)).toISOString();
      setSecret({
        name,
        text: await api.createToken({ name, scopes: data.getAll('scope') as TokenScope[], expiresAt }),
      });
    });
    if (!isCreated) return;
    form.reset();
    onCreated();
  }

  return (
    <FoldedForm title={text('tokenNew')}>
      <form
        class="channel-form"
        onSubmit={(event) => {
          event.preventDefault();
          void create(event.currentTarget);
        }}
      >
        <label>
          {text('tokenName')}
          <input name="name" autocomplete="off" maxLength={200} required />
        </label>
        <label>
          {text('tokenLifetime')}
          <select name="days">
            {lifetimes.map((days) => (
              <option key={days} value={days}>
                {days === 0 ? text('tokenForever') : text('days', { count: days })}
              </option>
            ))}
          </select>
        </label>
        <fieldset>
          <legend>{text('tokenScopes')}</legend>
          {tokenScopes.map((scope) => (
            <label key={scope} class="check">
              <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'read'} />
              {text(`scope_${scope}`)}
            </label>
          ))}
        </fieldset>
        <FormFault task={task} />
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={task.isBusy}>
            {text('tokenCreate')}
          </button>
        </p>
      </form>
      {secret && (
        <OneTimeSecret
          title={text('tokenSecret', { name: secret.name })}
          hint={text('tokenSecretHint')}
          secret={secret.text}
          onClose={() => setSecret(null)}
        />
      )}
    </FoldedForm>
  );
}
