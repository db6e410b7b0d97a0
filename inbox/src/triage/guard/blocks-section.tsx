import { requestNumberOf } from '../../../../src/intake/submission/request-number.ts';
import type { ShownBlock } from '../../../../src/triage/guard/block-shape.ts';
import type { Sent } from '../../api/shapes.ts';
import { dayOf, useFormats } from '../../language/formats.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox, useRole } from '../../model/inbox-context.ts';
import { LoadedPart, useLoaded } from '../../parts/loaded-part.tsx';
import { useTask } from '../../parts/use-task.ts';
import { Link } from '../../router/router.tsx';
import { BlockForm } from './block-form.tsx';

type Block = Sent<ShownBlock>;

/** The blocked senders with the end of each block, and a form to block another one (S32). */
export function BlocksSection() {
  const { call } = useInbox();
  const { text } = useIntakeWords();
  const mayWrite = useRole('operator');
  const [blocks, reload] = useLoaded(() => call<{ items: readonly Block[] }>('GET', '/blocks'));
  const task = useTask();

  async function remove(id: string): Promise<void> {
    if (await task.run(async () => void (await call('DELETE', `/blocks/${id}`)))) reload();
  }

  return (
    <>
      {mayWrite && <BlockForm onAdded={reload} />}
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      <LoadedPart state={blocks} reload={reload}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">{text('blocksNone')}</p>
          ) : (
            <ul class="entries">
              {items.map((block) => (
                <BlockRow key={block.id} block={block} onRemove={mayWrite ? () => void remove(block.id) : null} />
              ))}
            </ul>
          )
        }
      </LoadedPart>
    </>
  );
}

function BlockRow({ block, onRemove }: { readonly block: Block; readonly onRemove: (() => void) | null }) {
  const { text } = useIntakeWords();
  const { day } = useFormats();
  const { kind, value, reason, until, requestId, isShared } = block;
  const who = value === null ? text(`blockedOne_${kind}`) : text(`blocked_${kind}`, { value: shownName(value) });
  const lastDay = until === null ? null : day(dayOf(Date.parse(until)), Date.now());
  return (
    <li>
      <div class="entry-text">
        <bdi class="entry-title">
          {lastDay === null ? text('blockForGood', { who }) : text('blockUntilDay', { who, day: lastDay })}
        </bdi>
        {reason !== null && <p dir="auto">{reason}</p>}
        {requestId !== null && (
          <p class="muted">
            <Link to={`/requests/${requestId}`}>{text('blockFrom', { number: requestNumberOf(requestId) })}</Link>
          </p>
        )}
        {value === null && <p class="hint">{text('blockHidden')}</p>}
        {isShared && <p class="hint">{text('blockShared')}</p>}
      </div>
      {onRemove && (
        <button type="button" class="quiet bad" aria-label={text('blockRemoveOf', { value: who })} onClick={onRemove}>
          {text('blockTakeBack')}
        </button>
      )}
    </li>
  );
}
