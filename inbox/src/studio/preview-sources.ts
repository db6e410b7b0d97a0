import { useEffect, useMemo, useState } from 'preact/hooks';
import type { OpeningReport } from '../../../src/triage/opening/opening-report-shape.ts';
import { noCounts, type OpeningCounts } from '../../../src/triage/opening/opening-state.ts';
import type { Sent } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { Studio } from './draft/draft-shapes.ts';
import { valueAt } from './draft/paths.ts';
import { countsOf } from './draft/preview-opening.ts';

/** The number of requests that take slots now, zero without a report. */
export function useOpeningCounts({ opening }: Studio): OpeningCounts {
  const inbox = useInbox();
  const known = useCell(inbox.opening.report) as Sent<OpeningReport> | null;
  const [first, setFirst] = useState<Sent<OpeningReport> | null>(null);
  const isUnknown = opening !== null && known === null;
  // The inbox watches the counts once something is published.
  useEffect(() => {
    if (!isUnknown) return;
    inbox.call<Sent<OpeningReport>>('GET', '/studio/opening').then(setFirst, () => {});
  }, [isUnknown]);
  const report = known ?? first;
  return useMemo(() => (report === null ? noCounts : countsOf(report)), [report]);
}

/** Returns the id of the entry that is being edited, or null. */
export function useEditedEntry(shown: Studio): string | null {
  const [path, setPath] = useState('');
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const control = target instanceof Element ? target.closest('.form-fields [data-path]') : null;
      if (control) setPath(control.getAttribute('data-path') ?? '');
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return entryId(shown, path);
}

function entryId(shown: Studio, path: string): string | null {
  const [list, position] = path.split('/');
  if (list !== 'types' && list !== 'extras' && list !== 'customCards') return null;
  const entry = valueAt(shown, [list, position ?? '']) as { readonly id: string } | undefined;
  return entry?.id ?? null;
}
