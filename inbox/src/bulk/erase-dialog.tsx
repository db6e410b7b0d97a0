import { useState } from 'preact/hooks';
import type { Erasure, ErasureCandidate, InboxRequest } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { ListModel } from '../model/list-model.ts';
import { searchOf } from '../model/list-view.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useLoaded } from '../parts/loaded-part.tsx';
import { removeTextDrafts } from '../parts/text-draft.ts';
import { TypedConfirmation } from '../parts/typed-confirmation.tsx';
import { useTask } from '../parts/use-task.ts';
import { useRouter } from '../router/router.tsx';

interface EraseDialogProps {
  readonly request: InboxRequest;
  onClose(): void;
}

/** Erases one request, or all requests of its customer. */
export function EraseDialog({ request, onClose }: EraseDialogProps) {
  const { id, number, customerEmail: email } = request;
  const name = shownName(request.customerName);
  const { call, requests, toasts, list } = useInbox();
  const { text } = useTranslator();
  const router = useRouter();
  const task = useTask();
  const [isPerson, setPerson] = useState(false);
  const [found] = useLoaded(() =>
    call<{ items: readonly ErasureCandidate[] }>('POST', '/erasures/look-up', { body: { email } }),
  );
  const ofPerson = found.name === 'loaded' ? found.value.items : [];

  async function erase(): Promise<void> {
    let gone: readonly string[] = [id];
    let neighbour: string | null = null;
    const isDone = await task.run(async () => {
      if (isPerson) {
        const { items } = await call<{ items: readonly Erasure[] }>('POST', '/erasures', { body: { email } });
        gone = items.map(({ requestId }) => requestId);
      } else await call('DELETE', `/requests/${id}`);
      // Only the response shows which requests remain. The keys must not apply to an erased request.
      neighbour = (await nextLeft(list, id, 1, gone)) ?? (await nextLeft(list, id, -1, gone));
    });
    if (!isDone) return;
    for (const one of gone) removeTextDrafts(one);
    toasts.show({ text: isPerson ? text('erasedPerson', { count: gone.length }) : text('erasedNow', { name }) });
    router.go(`/${searchOf(list.view.value)}`);
    // The row of the current request gets the focus.
    list.current.set(neighbour);
    for (const one of gone) await requests.load(one).catch(() => null);
  }

  return (
    <Dialog title={text('erase')} onClose={onClose}>
      <p>{text('eraseQuestion', { name, number })}</p>
      {ofPerson.length > 1 && (
        <fieldset class="plain">
          <legend class="visually-hidden">{text('erase')}</legend>
          {[false, true].map((all) => (
            <label key={String(all)} class="check">
              <input type="radio" name="all" checked={isPerson === all} onChange={() => setPerson(all)} />
              {all ? text('erasePerson', { count: ofPerson.length, email }) : text('eraseOne')}
            </label>
          ))}
        </fieldset>
      )}
      {isPerson && <Candidates items={ofPerson} />}
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      <TypedConfirmation
        expected={number}
        confirm={text('eraseConfirm')}
        isBusy={task.isBusy}
        onConfirm={() => void erase()}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Resolves with the nearest request in this direction that is not erased, or null. */
async function nextLeft(list: ListModel, id: string, step: 1 | -1, gone: readonly string[]): Promise<string | null> {
  const next = await list.neighbour(id, step);
  return next === null || !gone.includes(next) ? next : nextLeft(list, next, step, gone);
}

/** Lists the requests, because an e-mail address alone does not name them. */
function Candidates({ items }: { readonly items: readonly ErasureCandidate[] }) {
  const { text } = useTranslator();
  const { time } = useFormats();
  return (
    <ul class="skipped hint">
      {items.map(({ id, number, createdAt, status, files }) => (
        <li key={id}>
          <bdi>{number}</bdi> · {time(createdAt)} · {text(`status_${status}`)}
          {files > 0 && ` · ${text('fileCount', { count: files })}`}
        </li>
      ))}
    </ul>
  );
}
