import { useEffect } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { DraftState } from '../draft/use-draft.ts';
import { useTranslator } from '../language/translator-context.ts';

/** Offers the version of the form that another tab wrote while this one was changed too. */
export function VersionNotice({ form }: { form: DraftState }) {
  const { text, time } = useTranslator();
  const { say } = useAnnouncer();
  const version = form.versions.at(-1);
  const note = version && text('otherVersion', { time: time(new Date(version.savedAt)) });
  useEffect(() => {
    if (note) say(note);
  }, [note]);
  if (!version) return null;
  return (
    <div class="notice warn" part="notice">
      <p>{note}</p>
      <div class="version">
        <button type="button" part="button" class="button" onClick={() => form.showVersion(version)}>
          {text('otherVersionShow')}
        </button>
        <button type="button" part="button" class="button button-plain" onClick={() => form.deleteVersion(version)}>
          {text('otherVersionDelete')}
        </button>
      </div>
    </div>
  );
}
