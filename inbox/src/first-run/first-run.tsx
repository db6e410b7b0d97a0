import './first-run.css';
import { Circle, CircleCheck } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { Link } from '../router/router.tsx';
import { choose, firstRunChoices } from './first-run-choices.ts';
import { type FirstRunFacts, readFirstRunFacts } from './first-run-facts.ts';
import { installOffer, isInstalled } from './install-offer.ts';

/** The first steps of a studio. Each ticks itself once the service knows that it is done. */
export function FirstRun() {
  const { call } = useInbox();
  const [facts, reload] = useLoaded(() => readFirstRunFacts(call));
  useEffect(() => {
    // A person comes back from the form, or from another page of the inbox.
    const look = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return (
    <LoadedPart state={facts} reload={reload}>
      {(known) => <Steps facts={known} />}
    </LoadedPart>
  );
}

function Steps({ facts }: { readonly facts: FirstRunFacts }) {
  const { text } = useTranslator();
  const choices = useCell(firstRunChoices);
  const offer = useCell(installOffer);
  const { hasOffer, formUrl, hasRequest, hasMailServer, hasMailChannel, isAlone } = facts;
  const hasSeenForm = choices.hasSeenForm || hasRequest;
  const hasKept = choices.hasKept || isInstalled();
  const done = [hasOffer, hasSeenForm, hasRequest, hasMailChannel && hasMailServer, !isAlone, hasKept];
  const count = done.filter(Boolean).length;

  async function install(): Promise<void> {
    const { outcome } = (await offer?.prompt()) ?? { outcome: 'accepted' };
    if (outcome === 'accepted') choose({ hasKept: true });
  }

  return (
    <section class="first-run" aria-labelledby="first-run">
      <header>
        <h2 id="first-run">{text('firstRunTitle')}</h2>
        <p class="muted">{text('firstRunDone', { count, all: done.length })}</p>
        <progress value={count} max={done.length} aria-label={text('firstRunTitle')} />
      </header>
      {formUrl && (
        <p class="form-link">
          <a href={formUrl} target="_blank" rel="noopener noreferrer" dir="ltr">
            {formUrl}
          </a>
          <CopyButton label={text('firstLinkCopy')} value={formUrl} />
        </p>
      )}
      <ol>
        <Step isDone={hasOffer} title={text('firstOffer')} hint={text('firstOfferHint')}>
          <Link class="button" to="/settings/form">
            {text('firstOfferOpen')}
          </Link>
        </Step>
        <Step
          isDone={hasSeenForm}
          title={text('firstForm')}
          hint={text(formUrl ? 'firstFormHint' : 'firstFormNowhere')}
        >
          {formUrl && (
            <a
              class="button"
              href={formUrl}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => choose({ hasSeenForm: true })}
            >
              {text('firstFormOpen')}
            </a>
          )}
        </Step>
        <Step isDone={hasRequest} title={text('firstRequest')} hint={text('firstRequestHint')} />
        <Step
          isDone={hasMailChannel && hasMailServer}
          title={text('firstMail')}
          hint={text(hasMailServer ? 'firstMailHint' : 'firstMailServer')}
        >
          <Link class="button" to="/settings/channels">
            {text('settingsChannels')}
          </Link>
        </Step>
        <Step isDone={!isAlone} title={text('firstInvite')} hint={text('firstInviteHint')}>
          <Link class="button" to="/settings/people">
            {text('settingsPeople')}
          </Link>
        </Step>
        <Step isDone={hasKept} title={text('firstKeep')} hint={text(offer ? 'firstInstallHint' : 'firstKeepHint')}>
          <button type="button" onClick={() => void install()}>
            {text(offer ? 'firstInstall' : 'firstKept')}
          </button>
        </Step>
      </ol>
      <p>
        <button type="button" class="quiet" onClick={() => choose({ isDismissed: true })}>
          {text(count === done.length ? 'done' : 'firstRunDismiss')}
        </button>
      </p>
    </section>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly title: string;
  readonly hint: string;
  /** The link to the step. It disappears when the step is done. */
  readonly children?: ComponentChildren;
}

function Step({ isDone, title, hint, children }: StepProps) {
  const { text } = useTranslator();
  return (
    <li class={isDone ? 'step done' : 'step'}>
      <Icon of={isDone ? CircleCheck : Circle} />
      <div>
        <p class="entry-title">
          {title} {isDone && <span class="visually-hidden">{text('firstStepDone')}</span>}
        </p>
        {!isDone && <p class="muted">{hint}</p>}
      </div>
      {!isDone && children}
    </li>
  );
}
