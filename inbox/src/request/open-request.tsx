import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiFailure } from '../api/api-failure.ts';
import { useCell, usePart } from '../cells/cell.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { FailureScreen } from '../parts/failure-notice.tsx';
import { removeTextDrafts } from '../parts/text-draft.ts';
import { useTitle } from '../parts/use-title.ts';
import { useRouter } from '../router/router.tsx';
import { pathOf } from '../router/routes.ts';
import { BackLink } from './back-link.tsx';
import { RequestView } from './request-view.tsx';

/**
 * Loads the request of the address, marks it as read, and shows when it does not exist or was erased. Needs the
 * request's id as its key: it marks a request once.
 */
export function OpenRequest({ id }: { id: string }) {
  const { requests, list, decisions } = useInbox();
  const router = useRouter();
  const { text } = useTranslator();
  const mayWrite = useRole('operator');
  const request = useCell(requests.cell(id));
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const abortController = new AbortController();
    setFailure(null);
    requests.load(id, abortController.signal).catch((error) => {
      if (!abortController.signal.aborted) setFailure(error);
    });
    return () => abortController.abort();
  }, [id, attempt]);

  useEffect(
    // An undo opens the request, so that it can be decided again.
    () =>
      decisions.undone.subscribe(() => {
        const back = decisions.undone.value;
        if (back) router.replace(pathOf({ name: 'request', id: back.id }) + searchOf(list.view.value));
      }),
    [],
  );

  const isUnread = request?.unread === true;
  // The list is loaded in two parts, unread and read. A request that moves between them could be missing in both.
  const isListLoading = usePart(list.state, ({ name }) => name === 'loading');
  const wasMarked = useRef(false);
  useEffect(() => {
    // A failed change makes the request unread again, and would start this effect again. Opening it again retries.
    if (wasMarked.current || !isUnread || !mayWrite || isListLoading) return;
    wasMarked.current = true;
    requests.change(id, { unread: false }).then(list.recount, () => {});
  }, [isUnread, mayWrite, isListLoading]);

  const isMissing = request === null;
  useTitle(isMissing ? text('failureMissing') : request ? shownName(request.customerName) : null);
  useEffect(() => {
    if (isMissing) removeTextDrafts(id);
  }, [id, isMissing]);

  if (request) return <RequestView key={id} request={request} />;
  if (isMissing) {
    return (
      <div class="message">
        <h1>{text('failureMissing')}</h1>
        <BackLink />
      </div>
    );
  }
  return (
    <>
      <h1 class="visually-hidden">{text('request')}</h1>
      {failure === null ? (
        <p class="message">{text('loading')}</p>
      ) : (
        <FailureScreen error={failure} onRetry={() => setAttempt(attempt + 1)} />
      )}
    </>
  );
}
