import { LoadedPart } from '../../parts/loaded-part.tsx';
import { SavedForm } from '../../studio/saved/saved-form.tsx';
import { guardGroups } from '../../studio/saved/saved-groups.ts';
import type { SavedModel } from '../../studio/saved/saved-model.ts';
import { useSaveAtOnce } from '../../studio/saved/use-save-at-once.ts';
import { useSavedModel } from '../../studio/saved/use-saved-model.ts';

/** How junk is kept out of the inbox. */
export function JunkPage() {
  const [model, reload] = useSavedModel('guard');
  return (
    <LoadedPart state={model} reload={reload}>
      {(loaded) => <Guard model={loaded} />}
    </LoadedPart>
  );
}

function Guard({ model }: { readonly model: SavedModel }) {
  return <SavedForm model={model} groups={guardGroups} onSave={useSaveAtOnce('guard', model)} />;
}
