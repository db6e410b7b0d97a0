import './entries.css';
import { Monitor, Smartphone } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { Icon } from '../../../page-kit/icon.tsx';
import type { Operator } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { createAccountsApi, type OwnSession } from '../model/accounts-api.ts';
import { useInbox } from '../model/inbox-context.ts';
import { browserNames, isHandheld } from '../parts/browser-name.ts';
import { FormFault } from '../parts/form-fault.tsx';
import { KeySwitch } from '../parts/key-help.tsx';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { useMinute } from '../parts/use-minute.ts';
import { useTask } from '../parts/use-task.ts';
import { ThemeSelect } from '../theme/theme-select.tsx';
import { Avatar } from './avatar.tsx';

/** The person's own sessions and password. */
export function AccountSection() {
  const { text } = useTranslator();
  const { call, sessions } = useInbox();
  const operator = useCell(sessions.session)?.operator;
  const api = useMemo(() => createAccountsApi(call), [call]);
  const [own, reload] = useLoaded(api.sessions);
  const task = useTask();

  async function end(session: OwnSession): Promise<void> {
    if (await task.run(async () => void (await api.endSession(session.id)))) reload();
  }

  async function signOutEverywhere(): Promise<void> {
    if (await task.run(async () => void (await api.endAllSessions()))) location.assign('/sign-in');
  }

  return (
    <>
      {operator && (
        <p class="card who">
          <Avatar name={operator.name} />
          <span>
            <bdi class="entry-title">{operator.name}</bdi>
            <br />
            <span class="muted">
              {operator.name !== operator.email && <bdi>{operator.email} · </bdi>}
              {text(`role_${operator.role}`)}
            </span>
          </span>
        </p>
      )}
      <section aria-labelledby="sessions">
        <h2 id="sessions">{text('sessions')}</h2>
        <p class="muted">{text('sessionsHint')}</p>
        <LoadedPart state={own} reload={reload}>
          {(items) => (
            <ul class="entries">
              {items.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void end(session)} />
              ))}
            </ul>
          )}
        </LoadedPart>
        {task.fault !== '' && <p class="fault">{task.fault}</p>}
        <p class="actions">
          <button type="button" onClick={() => void sessions.signOut()}>
            {text('signOut')}
          </button>
          <button type="button" class="quiet" onClick={() => void signOutEverywhere()}>
            {text('signOutEverywhere')}
          </button>
        </p>
      </section>
      <section aria-labelledby="appearance">
        <h2 id="appearance">{text('theme')}</h2>
        <p class="muted" id="appearance-hint">
          {text('themeHint')}
        </p>
        <p>
          <label class="visually-hidden" for="theme">
            {text('theme')}
          </label>
          <ThemeSelect
            id="theme"
            names={{ system: text('theme_system'), light: text('theme_light'), dark: text('theme_dark') }}
          />
        </p>
      </section>
      <section aria-labelledby="keyboard">
        <h2 id="keyboard">{text('keyboard')}</h2>
        <KeySwitch />
      </section>
      {operator && <PasswordForm operator={operator} onChanged={reload} />}
    </>
  );
}

function SessionRow({ session, onEnd }: { readonly session: OwnSession; onEnd(): void }) {
  const { text } = useTranslator();
  const { age, time } = useFormats();
  const now = useMinute();
  const { userAgent, ipAddress, usedAt } = session;
  const names = browserNames(userAgent ?? '');
  const on = (system: string) => text('browserOn', { browser: names?.browser ?? '', system });
  const browser = names?.system ? on(names.system) : (names?.browser ?? text('browserUnknown'));
  return (
    <li class="with-mark">
      <span class="avatar">
        <Icon of={isHandheld(names?.system ?? null) ? Smartphone : Monitor} />
      </span>
      <div class="entry-text">
        <bdi class="entry-title" title={userAgent ?? undefined}>
          {browser}
        </bdi>
        <p class="muted">
          <time dateTime={usedAt} title={time(usedAt)}>
            {text('lastUsed', { time: age(usedAt, now) })}
          </time>
          {ipAddress !== null && <bdi> · {ipAddress}</bdi>}
        </p>
      </div>
      {session.isCurrent ? (
        <span class="badge">{text('sessionCurrent')}</span>
      ) : (
        <button type="button" class="quiet" aria-label={text('sessionEndOf', { name: browser })} onClick={onEnd}>
          {text('sessionEnd')}
        </button>
      )}
    </li>
  );
}

interface PasswordFormProps {
  readonly operator: Operator;
  onChanged(): void;
}

function PasswordForm({ operator: { email, hasPassword }, onChanged }: PasswordFormProps) {
  const { text } = useTranslator();
  const { call } = useInbox();
  const { say } = useAnnouncer();
  const task = useTask();
  const [isDone, setDone] = useState(false);

  async function submit(form: HTMLFormElement): Promise<void> {
    const { current, next } = Object.fromEntries(new FormData(form));
    setDone(false);
    const known = hasPassword ? String(current) : null;
    if (!(await task.run(async () => void (await createAccountsApi(call).changePassword(known, String(next)))))) return;
    form.reset();
    setDone(true);
    say(text('passwordChanged'));
    onChanged();
  }

  return (
    <section aria-labelledby="password">
      <h2 id="password">{text('passwordTitle')}</h2>
      <form
        class="stacked"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        {/* For password managers: which account's password changes. */}
        <input name="username" type="text" autocomplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <label>
            {text('passwordCurrent')}
            <input name="current" type="password" autocomplete="current-password" required />
          </label>
        )}
        <label>
          {text('passwordNext')}
          <input
            name="next"
            type="password"
            autocomplete="new-password"
            minLength={12}
            maxLength={256}
            required
            aria-describedby="password-hint"
          />
        </label>
        <p class="muted" id="password-hint">
          {text('passwordHint')}
        </p>
        <FormFault task={task} />
        {isDone && <p>{text('passwordChanged')}</p>}
        <p>
          <button type="submit" aria-disabled={task.isBusy}>
            {text('passwordChange')}
          </button>
        </p>
      </form>
    </section>
  );
}
