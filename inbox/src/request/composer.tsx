import { type IconNode, Mail, MessageSquareText, StickyNote } from 'lucide';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import type { InboxRequest, RequestEvent } from '../api/shapes.ts';
import { useKeys } from '../keys/keys.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useKeyHint } from '../parts/use-key-hint.ts';
import { NoteForm } from './note-form.tsx';
import { PublicMessageForm } from './public-message-form.tsx';
import { Reply } from './reply.tsx';
import type { Change } from './use-change.ts';
import { type Composer as ComposerState, type ComposerTab, composerTabs } from './use-composer.ts';
import { useInView } from './use-in-view.ts';

interface ComposerProps {
  readonly request: InboxRequest;
  readonly composer: ComposerState;
  readonly change: Change;
  onNote(note: RequestEvent): void;
  /** Called after a message was sent. */
  onSent(): void;
}

const icons: Readonly<Record<ComposerTab, IconNode>> = { reply: Mail, note: StickyNote, status: MessageSquareText };
const actions = { reply: 'reply', note: 'note', status: null } as const;

/** The form for all texts: to the customer, for the studio, or on the status page. Folded to its tabs until a person writes. */
export function Composer({ request, composer, change, onNote, onSent }: ComposerProps) {
  const { text } = useTranslator();
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const isInView = useInView(section);
  const { tab, drafts, focusCount, isWritten, show } = composer;
  // Stays open: a field that shrinks would move the button that a person is about to press.
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || composerTabs.some(isWritten);
  const write = (one: ComposerTab) => {
    setUnfolded(true);
    composer.write(one);
  };
  useLayoutEffect(() => {
    if (focusCount > 0) setUnfolded(true);
  }, [focusCount]);
  useEffect(() => scrollInto(section.current), [isOpen, tab, drafts[tab].text]);
  useKeys({ reply: () => write('reply'), note: () => write('note') });
  const writing = { request, draft: drafts[tab], focusCount };
  return (
    <section
      ref={section}
      class={['composer', `composer-${tab}`, isOpen && 'is-open', isInView && 'in-view'].filter(Boolean).join(' ')}
      aria-label={text('composer')}
    >
      <div class="tabs" role="tablist" aria-label={text('composer')} onKeyDown={(event) => turn(event, tab, show)}>
        {composerTabs.map((one) => (
          <Tab
            key={one}
            tab={one}
            id={`${id}-${one}`}
            panelId={id}
            isChosen={one === tab}
            isOpen={isOpen && one === tab}
            isWritten={isWritten(one)}
            onOpen={() => (isOpen ? show(one) : write(one))}
          />
        ))}
      </div>
      {isOpen && (
        <div
          id={id}
          role="tabpanel"
          aria-labelledby={`${id}-${tab}`}
          // The tab stays while somebody works in it, also when it has become empty.
          onFocusIn={() => {
            show(tab);
            setUnfolded(true);
          }}
          onKeyDown={({ key }) => key === 'Escape' && setUnfolded(false)}
        >
          {tab === 'reply' && <Reply key="reply" {...writing} onSent={onSent} />}
          {tab === 'note' && <NoteForm key="note" {...writing} onAdded={onNote} />}
          {tab === 'status' && <PublicMessageForm key="status" {...writing} change={change} />}
        </div>
      )}
    </section>
  );
}

/** The browser scrolls only to the field that has the focus, not to the buttons below it. */
function scrollInto(section: HTMLElement | null): void {
  if (!section?.contains(document.activeElement)) return;
  const hiddenPixels = section.getBoundingClientRect().bottom - (visualViewport?.height ?? innerHeight);
  if (hiddenPixels >= 1) section.closest('.request-pane')?.scrollBy(0, hiddenPixels);
}

interface TabProps {
  readonly tab: ComposerTab;
  readonly id: string;
  readonly panelId: string;
  /** Whether the tab is open, or opens first. */
  readonly isChosen: boolean;
  readonly isOpen: boolean;
  readonly isWritten: boolean;
  onOpen(): void;
}

function Tab({ tab, id, panelId, isChosen, isOpen, isWritten, onOpen }: TabProps) {
  const { text } = useTranslator();
  const hintOf = useKeyHint();
  const action = actions[tab];
  const name = text(`composer_${tab}`);
  return (
    <button
      type="button"
      role="tab"
      class="tab"
      id={id}
      aria-selected={isOpen}
      aria-controls={panelId}
      {...(action && hintOf(action, name))}
      tabIndex={isChosen ? 0 : -1}
      onClick={onOpen}
    >
      <Icon of={icons[tab]} />
      {name}
      {isWritten && !isOpen && (
        <span class="begun">
          <span class="visually-hidden">{text('draftBegun')}</span>
        </span>
      )}
    </button>
  );
}

const turns: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Arrow keys go to the tab beside (WAI-ARIA: tabs). */
function turn(
  { key, currentTarget }: TargetedKeyboardEvent<HTMLElement>,
  open: ComposerTab,
  show: (tab: ComposerTab) => void,
): void {
  const by = turns[key];
  if (by === undefined) return;
  const step = getComputedStyle(currentTarget).direction === 'rtl' ? -by : by;
  const at = (composerTabs.indexOf(open) + step + composerTabs.length) % composerTabs.length;
  const next = composerTabs[at];
  if (next === undefined) return;
  show(next);
  currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
}
