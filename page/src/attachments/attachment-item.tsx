import { ChevronLeft, ChevronRight, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { DirectedIcon, Icon } from '../../../page-kit/icon.tsx';
import type { Attachment } from '../draft/attachment.ts';
import { useTranslator } from '../language/translator-context.ts';
import { Thumbnail } from './thumbnail.tsx';

export interface AttachmentItemProps {
  readonly attachment: Attachment;
  /** True when the file has the same name, size and type as an earlier attachment. */
  readonly isDuplicate: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The part of this tile in a drag. Undefined without one. */
  readonly mark: 'dragged' | 'before' | 'after' | undefined;
  onEarlier(): void;
  onLater(): void;
  onRemove(): void;
}

/** The tile of a file. */
export function AttachmentItem(props: AttachmentItemProps) {
  const { attachment, isDuplicate, isFirst, isLast, mark, onEarlier, onLater, onRemove } = props;
  const { text, size } = useTranslator();
  const { id, file } = attachment;
  const { name } = file;
  return (
    <li part="attachment" class={mark}>
      <Thumbnail file={file} />
      <span class="file">
        <span class="file-name" title={name}>
          <bdi>{name}</bdi>
        </span>
        <span class="hint">
          {isDuplicate && <strong class="duplicate">{text('duplicate')} · </strong>}
          {size(file.size)}
        </span>
      </span>
      {file.size === 0 && <p class="empty">{text('fileEmpty')}</p>}
      <span class="tools">
        {!(isFirst && isLast) && (
          <>
            <Tool label={text('moveEarlier', { name })} focus={`earlier ${id}`} isOff={isFirst} onClick={onEarlier}>
              <DirectedIcon of={ChevronLeft} />
            </Tool>
            <Tool label={text('moveLater', { name })} focus={`later ${id}`} isOff={isLast} onClick={onLater}>
              <DirectedIcon of={ChevronRight} />
            </Tool>
          </>
        )}
        <Tool label={text('remove', { name })} focus={`remove ${id}`} isOff={false} onClick={onRemove}>
          <Icon of={X} />
        </Tool>
      </span>
    </li>
  );
}

interface ToolProps {
  readonly label: string;
  /** Identifies the button, so that the list can restore the focus. */
  readonly focus: string;
  /** Sets `aria-disabled`, not `disabled`: a disabled button would lose the keyboard focus. */
  readonly isOff: boolean;
  readonly children: ComponentChildren;
  onClick(): void;
}

function Tool({ label, focus, isOff, children, onClick }: ToolProps) {
  return (
    <button
      type="button"
      class="button button-plain button-icon"
      aria-label={label}
      title={label}
      data-focus={focus}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      {children}
    </button>
  );
}
