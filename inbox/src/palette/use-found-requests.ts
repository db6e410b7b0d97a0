import { Image } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { requestNumberOf } from '../../../src/intake/submission/request-number.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { shownText, wholeText } from '../model/found-text.ts';
import { useInbox } from '../model/inbox-context.ts';
import { isTooShort, maxSearchCharacters } from '../model/list-view.ts';
import { useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';
import type { PaletteItem } from './palette-item.ts';

/** Pause between the last key and the search. */
const pauseMs = 200;
const mostFound = 8;
const excerptCharacters = 60;

/** Searches for requests while a person types. A failed search finds nothing, and the list shows the reason. */
export function useFoundRequests(typed: string): readonly PaletteItem[] {
  const { api } = useInbox();
  const { text } = useTranslator();
  const router = useRouter();
  const [found, setFound] = useState<readonly InboxRequest[]>([]);
  const q = typed.trim().slice(0, maxSearchCharacters);
  useEffect(() => {
    if (q === '' || isTooShort(q)) {
      setFound([]);
      return;
    }
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      api.list({ filter: { q }, sort: 'newest', cursor: null, limit: mostFound }, leaving.signal).then(
        ({ items }) => setFound(items),
        () => leaving.signal.aborted || setFound([]),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [q]);
  return found.map((request) => ({
    id: request.id,
    group: 'requests',
    icon: Image,
    label: shownName(request.customerName),
    detail: `${text(`status_${request.status}`)} · ${requestNumberOf(request.id)}`,
    excerpt: wholeText(shownText(request, q, excerptCharacters)),
    run: () => router.go(pathOf({ name: 'request', id: request.id })),
  }));
}
