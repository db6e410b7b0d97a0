import './held.css';
import { ShieldCheck } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useCell } from '../../cells/cell.ts';
import { useKeys } from '../../keys/keys.ts';
import { useIntakeWords, useTranslator } from '../../language/translator-context.ts';
import { useInbox, useRole } from '../../model/inbox-context.ts';
import { maxSearchCharacters } from '../../model/list-view.ts';
import type { GuardSummary } from '../../model/watch-guard.ts';
import { LoadedPart, useLoaded } from '../../parts/loaded-part.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { HeldList } from './held-list.tsx';
import { useEraseSoon } from './use-erase-soon.ts';

const mostShown = 100;

/** The requests that the guard holds, each with its reasons (S31). */
export function HeldScreen() {
  const { api, guard, requests } = useInbox();
  const { text } = useIntakeWords();
  const inbox = useTranslator();
  const title = inbox.text('held');
  useTitle(title);
  const summary = useCell(guard.summary);
  const waiting = summary?.waiting ?? 0;
  const [q, setQ] = useState('');
  const [page, reload] = useLoaded(async () => {
    const filter = { held: true, ...(q !== '' && { q }) };
    const found = await api.list({ filter, sort: 'newest', cursor: null, limit: mostShown });
    for (const item of found.items) requests.put(item);
    return found;
  });
  useEffect(reload, [waiting, q]);

  function reloadAll(): void {
    guard.reload();
    reload();
  }

  const { leaving, undoErasure } = useEraseSoon();
  const mayErase = useRole('owner');
  const searchField = useRef<HTMLInputElement>(null);
  useKeys({ search: () => searchField.current?.focus(), ...(mayErase && { undo: undoErasure }) });

  return (
    <main id="main" class="held-screen">
      <header>
        <div>
          <h1>{title}</h1>
          <p class="muted">{text('heldHint')}</p>
        </div>
        <input
          ref={searchField}
          type="search"
          maxLength={maxSearchCharacters}
          placeholder={inbox.text('searchHint')}
          aria-label={inbox.text('search')}
          enterkeyhint="search"
          onChange={({ currentTarget }) => setQ(currentTarget.value.trim())}
        />
      </header>
      <LoadedPart state={page} reload={reload}>
        {({ items, next }) => {
          const staying = items.filter(({ id }) => !leaving.has(id));
          if (staying.length > 0)
            return (
              <>
                <HeldList items={staying} onEnd={reloadAll} />
                {next !== null && <p class="hint">{text('heldCut', { count: items.length })}</p>}
              </>
            );
          return (
            <div class="empty-state">
              <Icon of={ShieldCheck} />
              <p class="empty-state-title">{q === '' ? text('heldNone') : inbox.text('emptyView')}</p>
            </div>
          );
        }}
      </LoadedPart>
      {summary && <Month summary={summary} />}
    </main>
  );
}

/** The guard's signals of this month, by reason. */
function Month({ summary: { mode, signalled, held, byKind } }: { readonly summary: GuardSummary }) {
  const { text } = useIntakeWords();
  const count = mode === 'watch' ? signalled : held;
  if (mode === 'off' || count === 0) return null;
  return (
    <details class="held-month">
      <summary>{text(mode === 'watch' ? 'heldWatch' : 'heldMonth', { count })}</summary>
      <ul>
        {byKind.map(({ kind, count: ofKind }) => (
          <li key={kind}>{text('heldReason', { reason: text(`signal_${kind}`), count: ofKind })}</li>
        ))}
      </ul>
    </details>
  );
}
