import { useId, useRef } from 'preact/hooks';
import type { BlockKind, ShownBlock } from '../../../../src/triage/guard/block-shape.ts';
import type { InboxRequest } from '../../api/shapes.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { useTask } from '../../parts/use-task.ts';

/** Blocks the sender of a request: one click for the menu, one for its entry (S32). */
export function BlockMenu({ request }: { readonly request: InboxRequest }) {
  const { call, toasts } = useInbox();
  const { text } = useIntakeWords();
  const task = useTask();
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  async function block(kind: BlockKind): Promise<void> {
    menu.current?.hidePopover();
    await task.run(async () => {
      const made = await call<Pick<ShownBlock, 'id' | 'isShared'>>('POST', '/blocks', {
        body: { kind, requestId: request.id },
      });
      const takeBack = () => void task.run(async () => void (await call('DELETE', `/blocks/${made.id}`)));
      const done = text(made.isShared ? 'blockDoneShared' : 'blockDone');
      toasts.show({ text: done, action: { label: text('blockTakeBack'), run: takeBack } });
    });
  }

  const email = shownName(request.customerEmail);
  const choices: readonly (readonly [BlockKind, string])[] = [
    ['email', text('block_email', { value: email })],
    ['domain', text('block_domain', { value: email.slice(email.lastIndexOf('@') + 1) })],
    ...(request.ipAddress === null ? [] : [['network', text('block_network')] as const]),
  ];
  return (
    <>
      <button type="button" class="button button-plain button-small" popovertarget={id}>
        {text('block')}
      </button>
      <div id={id} ref={menu} popover="auto" class="popover block-menu">
        <p class="menu-title">{text('blockTitle')}</p>
        {choices.map(([kind, name]) => (
          <button key={kind} type="button" class="menu-item" onClick={() => void block(kind)}>
            <bdi>{name}</bdi>
          </button>
        ))}
      </div>
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
    </>
  );
}
