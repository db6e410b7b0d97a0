import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { type AttachmentLimits, isDuplicate, moved } from '../draft/attachment.ts';
import type { DraftState } from '../draft/use-draft.ts';
import { useTranslator } from '../language/translator-context.ts';
import { Heading } from '../parts/heading.tsx';
import { AttachmentItem, type AttachmentItemProps } from './attachment-item.tsx';
import { ShrinkOffer } from './shrink-offer.tsx';
import type { FileIntake } from './use-file-intake.ts';
import { type Drag, useTileDrag } from './use-tile-drag.ts';

interface AttachmentsProps {
  readonly form: DraftState;
  readonly limits: AttachmentLimits;
  readonly intake: FileIntake;
}

export function Attachments({ form, limits, intake }: AttachmentsProps) {
  const { attachments } = form;
  const { text, size } = useTranslator();
  const { say } = useAnnouncer();
  const section = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const focusNext = useRef<string | null>(null);

  const locations = useLocations(attachments.length > 0);
  const { drag, onPointerDown } = useTileDrag(move);

  // A button loses the focus when its tile is moved or removed.
  useLayoutEffect(() => {
    const target = focusNext.current;
    focusNext.current = null;
    if (target !== null) section.current?.querySelector<HTMLElement>(`[data-focus="${target}"]`)?.focus();
  }, [attachments]);

  function step(from: number, to: number): void {
    focusNext.current = `${to < from ? 'earlier' : 'later'} ${attachments[from]?.id}`;
    move(from, to);
  }

  function move(from: number, to: number): void {
    const attachment = attachments[from];
    if (!attachment || to < 0 || to >= attachments.length) return;
    form.reorder(moved(attachments, from, to));
    say(text('moved', { name: attachment.file.name, position: to + 1, total: attachments.length }));
  }

  function remove(index: number): void {
    const attachment = attachments[index];
    if (!attachment) return;
    const neighbour = attachments[index + 1] ?? attachments[index - 1];
    focusNext.current = neighbour ? `remove ${neighbour.id}` : 'choose';
    form.detach(attachment.id);
    say(text('removed', { name: attachment.file.name }));
  }

  return (
    <section class="panel" part="panel" aria-labelledby="attachments" ref={section}>
      <Heading id="attachments" depth={1}>
        {text('sectionAttachments')} <span class="optional">({text('optional')})</span>
      </Heading>
      <div class={intake.isDragging ? 'drop-zone over' : 'drop-zone'} part="drop-zone">
        <button
          type="button"
          part="button"
          class="button"
          data-focus="choose"
          aria-describedby="limits"
          onClick={() => input.current?.click()}
        >
          {text('chooseFiles')}
        </button>{' '}
        <span class="hint drop-hint">{intake.isDragging ? text('dropNow') : text('dropHint')}</span>
        <p id="limits" class="hint">
          {text('attachmentLimits', { count: limits.maxCount, size: size(limits.maxBytes) })}
        </p>
        <input
          type="file"
          multiple
          hidden
          ref={input}
          onChange={({ currentTarget }) => {
            intake.add([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </div>
      {intake.errors.map((error) => (
        <div key={error.text} class="complaint">
          <p class="error">{error.text}</p>
          {error.picture && <ShrinkOffer file={error.picture} limits={limits} intake={intake} />}
        </div>
      ))}
      {intake.note !== '' && <p class="hint complaint">{intake.note}</p>}
      {locations && <locations.LocationsNotice form={form} />}
      {attachments.length > 1 && <p class="hint order-hint">{text('attachmentOrder')}</p>}
      {attachments.length > 0 && (
        <ol
          class={attachments.length > 1 ? 'attachments movable' : 'attachments'}
          aria-label={text('attachmentList')}
          onPointerDown={attachments.length > 1 ? onPointerDown : undefined}
        >
          {attachments.map((attachment, index) => (
            <AttachmentItem
              key={attachment.id}
              attachment={attachment}
              isDuplicate={isDuplicate(attachments, index)}
              isFirst={index === 0}
              isLast={index === attachments.length - 1}
              mark={drag ? markOf(drag, index) : undefined}
              onEarlier={() => step(index, index - 1)}
              onLater={() => step(index, index + 1)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** A chunk that loads with the first attached file. */
function useLocations(isNeeded: boolean): typeof import('../locations/locations-notice.tsx') | null {
  const [locations, setLocations] = useState<typeof import('../locations/locations-notice.tsx') | null>(null);
  useEffect(() => {
    if (isNeeded && !locations) void import('../locations/locations-notice.tsx').then(setLocations, () => {});
  }, [isNeeded]);
  return locations;
}

function markOf({ from, to }: Drag, index: number): AttachmentItemProps['mark'] {
  if (index === from) return 'dragged';
  if (index !== to) return undefined;
  return to < from ? 'before' : 'after';
}
