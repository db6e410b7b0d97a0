import { ExternalLink } from 'lucide';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useCell } from '../../cells/cell.ts';
import { useFormWords } from '../../language/translator-context.ts';
import { LoadedPart, useFormUrl } from '../../parts/loaded-part.tsx';
import { SavedForm } from './saved-form.tsx';
import { queueGroups } from './saved-groups.ts';
import type { SavedModel } from './saved-model.ts';
import { useSaveAtOnce } from './use-save-at-once.ts';
import { useSavedModel } from './use-saved-model.ts';

/** Whether everybody may see the studio's work under way. */
export function QueuePage() {
  const [model, reload] = useSavedModel('queue');
  return (
    <LoadedPart state={model} reload={reload}>
      {(loaded) => <Queue model={loaded} />}
    </LoadedPart>
  );
}

function Queue({ model }: { readonly model: SavedModel }) {
  const { text } = useFormWords();
  const { stored } = useCell(model.state);
  const formUrl = useFormUrl();
  const save = useSaveAtOnce('queue', model);
  return (
    <>
      <SavedForm model={model} groups={queueGroups} onSave={save} />
      {stored.queue?.isShown && formUrl !== null && (
        <p>
          <a class="button" href={new URL('queue', formUrl).href} target="_blank" rel="noopener noreferrer">
            <Icon of={ExternalLink} /> {text('queueOpen')}
          </a>
        </p>
      )}
    </>
  );
}
