import { useState } from 'preact/hooks';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useFormWords, useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { useTask } from '../parts/use-task.ts';
import { Link } from '../router/router.tsx';
import { keyText } from './change-item.tsx';
import { ChangeList } from './change-list.tsx';
import { defaultsOf, withDefaults } from './draft/defaults.ts';
import { changesBetween } from './draft/describe-changes.ts';
import type { SentRevision, SentRevisionFacts } from './draft/draft-shapes.ts';
import type { FormModel } from './draft/form-model.ts';

interface Page {
  readonly items: readonly SentRevisionFacts[];
  readonly next: string | null;
}

/** The published revisions with their authors, and a button that restores each. */
export function RevisionList({ model }: { readonly model: FormModel }) {
  const { text } = useFormWords();
  const { text: common } = useTranslator();
  const { call } = useInbox();
  const [first, reload] = useLoaded(() => call<Page>('GET', '/studio/revisions?limit=20'));
  const [more, setMore] = useState<readonly Page[]>([]);
  const task = useTask();
  return (
    <section aria-labelledby="form-revisions">
      <p>
        <Link to="/settings/form">{text('backToForm')}</Link>
      </p>
      <h2 id="form-revisions">{text('revisions')}</h2>
      <LoadedPart state={first} reload={reload}>
        {(page) => {
          const pages = [page, ...more];
          const items = pages.flatMap(({ items }) => items);
          const next = pages.at(-1)?.next ?? null;
          return items.length === 0 ? (
            <p class="muted">{text('revisionsNone')}</p>
          ) : (
            <>
              <ol class="entries">
                {items.map((facts, index) => (
                  <RevisionRow
                    key={facts.revision}
                    facts={facts}
                    isPublished={facts === items.find(isPublication)}
                    before={
                      items.slice(index + 1).find(isPublication)?.revision ?? (next === null ? 0 : facts.revision - 1)
                    }
                    onRollBack={async () => {
                      await task.run(async () => void (await model.rollBack(facts.revision)));
                      setMore([]);
                      reload();
                    }}
                  />
                ))}
              </ol>
              {task.fault !== '' && <p class="fault">{task.fault}</p>}
              {next !== null && (
                <button
                  type="button"
                  onClick={async () =>
                    setMore([
                      ...more,
                      await call<Page>('GET', `/studio/revisions?limit=20&cursor=${encodeURIComponent(next)}`),
                    ])
                  }
                >
                  {common('historyOlder')}
                </button>
              )}
            </>
          );
        }}
      </LoadedPart>
    </section>
  );
}

/** False for the effective document of a publication and a file on the server. */
const isPublication = ({ actor }: SentRevisionFacts) => actor.kind !== 'file';

interface RevisionRowProps {
  readonly facts: SentRevisionFacts;
  /** The revision before, 0 for the first. */
  readonly before: number;
  readonly isPublished: boolean;
  onRollBack(): Promise<void>;
}

function RevisionRow({ facts, before, isPublished, onRollBack }: RevisionRowProps) {
  const { text } = useFormWords();
  const { time } = useFormats();
  const { revision, at, note } = facts;
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="form-revision">
      <div>
        <p class="entry-title">
          <RevisionSentence facts={facts} isFirst={before === 0} />
        </p>
        <p class="muted">
          {time(at)} · {text('revisionNumber', { number: revision })}{' '}
          {isPublished && <span class="chip chip-good">{text('revisionPublished')}</span>}
        </p>
        {note !== null && (
          <p dir="auto" class="prose">
            {note}
          </p>
        )}
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{text('revisionShow')}</summary>
          {isOpen && <RevisionChanges before={before} revision={revision} />}
        </details>
      </div>
      {!isPublished && <RollBackButton revision={revision} onConfirm={onRollBack} />}
    </li>
  );
}

interface SentenceProps {
  readonly facts: SentRevisionFacts;
  readonly isFirst: boolean;
}

function RevisionSentence({ facts: { actor, changed, restores }, isFirst }: SentenceProps) {
  const words = useFormWords();
  const { text, list } = words;
  const name = shownName(actor.name ?? text(actor.kind === 'file' ? 'revisionByFile' : 'revisionByHost'));
  if (restores !== null) return text('revisionRestored', { name, number: restores });
  if (isFirst) return text('revisionFirst', { name });
  return text('revisionChanged', { name, what: list(changed.map((key) => keyText(words, key))) });
}

interface RollBackProps {
  readonly revision: number;
  onConfirm(): Promise<void>;
}

/** It can be taken back by another version, so it is no dangerous action. */
function RollBackButton({ revision, onConfirm }: RollBackProps) {
  const { text } = useFormWords();
  const { text: common } = useTranslator();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <button type="button" class="button button-small" onClick={() => setAsking(true)}>
        {text('rollBack')} <span class="visually-hidden">({revision})</span>
      </button>
      {isAsking && (
        <Dialog title={text('rollBackTitle', { number: revision })} onClose={close}>
          <p>{text('rollBackQuestion')}</p>
          <footer>
            <button type="button" class="quiet" onClick={close}>
              {common('cancel')}
            </button>
            <button
              type="button"
              class="primary"
              autofocus
              onClick={() => {
                close();
                void onConfirm();
              }}
            >
              {text('rollBack')}
            </button>
          </footer>
        </Dialog>
      )}
    </>
  );
}

function RevisionChanges({ before: earlier, revision }: { readonly before: number; readonly revision: number }) {
  const { call } = useInbox();
  const { language } = useTranslator();
  const find = async (number: number): Promise<object> =>
    number === 0
      ? defaultsOf([])
      : withDefaults((await call<SentRevision>('GET', `/studio/revisions/${number}`)).document);
  const [documents, reload] = useLoaded(() => Promise.all([find(earlier), find(revision)]));
  return (
    <LoadedPart state={documents} reload={reload}>
      {([before, after]) => <ChangeList changes={changesBetween(before, after, language)} />}
    </LoadedPart>
  );
}
