import './opening.css';
import { ChevronsUpDown, DoorClosed, DoorOpen } from 'lucide';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useCell } from '../../cells/cell.ts';
import { useFormats } from '../../language/formats.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox, useRole } from '../../model/inbox-context.ts';
import type { SentReport } from '../../model/watch-opening.ts';
import { Link } from '../../router/router.tsx';
import { OpeningControl } from './opening-control.tsx';
import { headline } from './opening-text.ts';
import { OpeningWords } from './opening-words.tsx';

/** Whether the form is open, how many slots are taken, and the control of both. */
export function OpeningPanel() {
  const report = useCell(useInbox().opening.known);
  return report && <Panel report={report} />;
}

function Panel({ report }: { readonly report: SentReport }) {
  const words = useIntakeWords();
  const { text } = words;
  const formats = useFormats();
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useRole('operator');
  const { state, slots } = report;
  const name = headline(report, words, formats, Date.now());
  return (
    <div class={`opening opening-${state}`}>
      <button type="button" class="side-item" popovertarget={id} title={name}>
        <Icon of={state === 'closed' ? DoorClosed : DoorOpen} />
        <span class="side-name">
          <span class="visually-hidden">{text('form')}: </span>
          {name}{' '}
          {slots.total !== null && (
            <span class="opening-count">{text('slotsCount', { taken: slots.taken, total: slots.total })}</span>
          )}
        </span>
        <Icon of={ChevronsUpDown} />
      </button>
      <div
        id={id}
        ref={popover}
        popover="auto"
        class="popover opening-popover"
        onBeforeToggle={({ newState }) => {
          if (newState !== 'closed') return;
          // A field that was written in is left, and so saved.
          if (document.activeElement instanceof HTMLElement && popover.current?.contains(document.activeElement))
            document.activeElement.blur();
          setOpen(false);
        }}
        onToggle={({ newState }) => newState === 'open' && setOpen(true)}
      >
        {isOpen && (
          <>
            <OpeningControl report={report} />
            {mayWrite && !report.isLocked && <OpeningWords report={report} />}
            {mayWrite && (
              <Link to="/settings/opening" onFollow={() => popover.current?.hidePopover()}>
                {text('openingSettings')}
              </Link>
            )}
          </>
        )}
      </div>
    </div>
  );
}
