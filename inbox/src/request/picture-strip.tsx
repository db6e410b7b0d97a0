import type { TargetedKeyboardEvent } from 'preact';
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
import { consumeLargeViewRequest } from './large-view-request.ts';
import { pixelsOf } from './pixels.ts';
import { saveFaultTexts, saveFile } from './save-file.ts';

/** Small pictures of all files of a request in a row. */
export function PictureStrip({ request }: { readonly request: InboxRequest }) {
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

  if (files.length === 0) return null;
  return (
    <>
      <ul class="picture-strip" aria-label={text('files')} onKeyDown={goAlong}>
        {files.map((file, index) => (
          <li key={file.position}>
            <button
              type="button"
              class="frame"
              style={shapeOf(file)}
              aria-label={text('fileOpen', { name: shownName(file.name) })}
              onClick={() => setOpened(index)}
            >
              <FilePicture file={file} path={previewPath(request.id, file.position, 'small')} onNew={learn} />
            </button>
            <Problem file={file} />
            <div class="caption">
              <bdi class="file-name" title={shownName(file.name)}>
                {shownName(file.name)}
              </bdi>
              <FileFacts file={file} />
            </div>
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

/** Returns the shape of the picture, so that its frame is as wide before it is loaded. */
function shapeOf(file: RequestFile): Readonly<Record<string, number>> {
  const pixels = mayHavePreview(file) ? pixelsOf(file) : null;
  return pixels === null ? {} : { '--width': pixels.width, '--height': pixels.height };
}

/** Arrow keys go to the picture beside. */
function goAlong({ key, currentTarget, target }: TargetedKeyboardEvent<HTMLElement>): void {
  const isRight = getComputedStyle(currentTarget).direction === 'rtl' ? key === 'ArrowLeft' : key === 'ArrowRight';
  if (!isRight && key !== 'ArrowRight' && key !== 'ArrowLeft') return;
  const item = target instanceof Element ? target.closest('li') : null;
  (isRight ? item?.nextElementSibling : item?.previousElementSibling)?.querySelector('button')?.focus();
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
