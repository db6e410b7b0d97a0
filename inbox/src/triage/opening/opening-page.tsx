import { useEffect } from 'preact/hooks';
import { useCell } from '../../cells/cell.ts';
import { useFormats } from '../../language/formats.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import type { Opening } from '../../model/watch-opening.ts';
import { LoadedPart } from '../../parts/loaded-part.tsx';
import { SavedForm } from '../../studio/saved/saved-form.tsx';
import { openingGroups } from '../../studio/saved/saved-groups.ts';
import type { SavedModel } from '../../studio/saved/saved-model.ts';
import { useSavedModel } from '../../studio/saved/use-saved-model.ts';
import { choiceOf, modeOfDates } from './opening-changes.ts';
import { OpeningControl } from './opening-control.tsx';
import { headline } from './opening-text.ts';

/** When the form is open: the control of the side bar, and all that it has no room for. */
export function OpeningPage() {
  const report = useCell(useInbox().opening.known);
  const [model, reload] = useSavedModel('opening');
  return (
    <>
      {report && (
        <section>
          <OpeningControl report={report} />
        </section>
      )}
      <LoadedPart state={model} reload={reload}>
        {(loaded) => <Settings model={loaded} />}
      </LoadedPart>
    </>
  );
}

function Settings({ model }: { readonly model: SavedModel }) {
  const { opening: watch, toasts } = useInbox();
  const words = useIntakeWords();
  const formats = useFormats();
  const known = useCell(watch.known);

  // The control above, another window or another person may have changed it.
  useEffect(() => {
    if (known !== null && !model.isLocked) model.follow(known.opening as Opening | null);
  }, [known]);

  async function save(): Promise<boolean> {
    const now = Date.now();
    const { document, stored } = model.state.value;
    const before = watch.known.value;
    return model.save(async (changed) => {
      const mode = modeOfDates(
        document.opening as Opening,
        choiceOf({ reason: before?.reason ?? null, opening: stored.opening ?? { opensAt: null, closesAt: null } }, now),
        now,
      );
      const hasDates = 'opensAt' in changed || 'closesAt' in changed;
      const after = await watch.set({ changes: hasDates ? { ...changed, mode } : changed });
      toasts.show({
        text: `${words.text('openingSaved')} ${words.text('form')}: ${headline(after, words, formats, now)}.`,
      });
      return after.opening as Opening | null;
    });
  }

  return <SavedForm model={model} groups={openingGroups} onSave={save} />;
}
