import { useEffect, useMemo, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { previewPath } from '../api/api.ts';
import type { InboxRequest, RequestFile } from '../api/shapes.ts';
import { useKeys } from '../keys/keys.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { mayHavePreview } from '../model/may-have-preview.ts';
import { filePath } from '../parts/file-paths.ts';
import { FilePicture } from '../parts/file-picture.tsx';
import { createThrottledTask } from '../stream/throttled-task.ts';
import { FileFacts, problemOf } from './file-facts.tsx';
import { LargeView } from './large-view.tsx';
import { saveFaultTexts, saveFile } from './save-file.ts';
import { consumeLargeViewRequest } from './use-large-picture.ts';

/** Small previews of all files of a request. */
export function ContactSheet({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { alert } = useAnnouncer();
  const { sessions } = useInbox();
  const [opened, setOpened] = useState(() => (consumeLargeViewRequest(request.id) ? firstPicture(request) : null));
  const [fault, setFault] = useState<string | null>(null);
  const { files } = request;
  const learn = useNewFacts(request.id);
  useKeys({ pictures: () => files.length > 0 && setOpened(0) });

  async function save(file: RequestFile): Promise<void> {
    setFault(null);
    const found = await saveFile(filePath(request.id, file.position), file, sessions.signInAgain);
    if (found === null) return;
    const sentence = text(saveFaultTexts[found], { name: shownName(file.name) });
    setFault(sentence);
    alert(sentence);
  }

  return (
    <>
      <ul class={files.length > 2 ? 'contact-sheet' : 'contact-sheet few'}>
        {files.map((file, index) => (
          <li key={file.position}>
            <button
              type="button"
              class="frame"
              aria-label={text('fileOpen', { name: shownName(file.name) })}
              onClick={() => setOpened(index)}
            >
              <FilePicture file={file} path={previewPath(request.id, file.position, 'small')} onNew={learn} />
            </button>
            <bdi class="file-name">{shownName(file.name)}</bdi>
            <FileFacts file={file} />
            <Problem file={file} />
          </li>
        ))}
      </ul>
      {fault !== null && <p class="fault">{fault}</p>}
      {opened !== null && (
        <LargeView
          request={request}
          start={opened}
          fault={fault}
          onSave={(file) => void save(file)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** Reports that a picture is broken, or why it has no preview. */
function Problem({ file }: { readonly file: RequestFile }) {
  const { text } = useTranslator();
  const problem = problemOf(file);
  if (problem === null) return null;
  return <span class="preview-problem">{text(`previewProblem_${problem}`)}</span>;
}

/** Returns a function that loads the request again: the service examines a picture when it makes the preview. */
function useNewFacts(id: string): () => void {
  const { requests } = useInbox();
  const task = useMemo(
    () =>
      createThrottledTask(() =>
        requests.load(id).then(
          () => {},
          () => {},
        ),
      ),
    [id],
  );
  useEffect(() => task.cancel, [task]);
  return task.schedule;
}

function firstPicture({ files }: InboxRequest): number | null {
  const index = files.findIndex(mayHavePreview);
  return index === -1 ? null : index;
}
