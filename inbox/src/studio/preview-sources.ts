import { useEffect, useMemo, useState } from 'preact/hooks';
import type { OpeningReport } from '../../../src/triage/opening/opening-report-shape.ts';
import { noCounts, type OpeningCounts } from '../../../src/triage/opening/opening-state.ts';
import type { Sent } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';
import { useLocation } from '../router/router.tsx';
import type { Studio } from './draft/draft-shapes.ts';
import { type EditedPart, editedPart } from './draft/edited-part.ts';
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

/** Returns the part of the form that is being edited: that of the focus, or of the shown fields. */
export function useEditedPart(shown: Studio): EditedPart {
  const { route } = useLocation();
  const item = route.name === 'settings' ? route.item : '';
  const [path, setPath] = useState('');
  useEffect(() => setPath(item), [item]);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const control = target instanceof Element ? target.closest<HTMLElement>(aboutSomething) : null;
      if (control) setPath(control.dataset.path ?? control.dataset.about ?? '');
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return editedPart(shown, path);
}

const aboutSomething = '.form-fields :is([data-path], [data-about])';
