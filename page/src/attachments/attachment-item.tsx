import { useTranslator } from '../language/translator-context.ts';
import type { Attachment } from './attachment.ts';
import { Thumbnail } from './thumbnail.tsx';

export interface AttachmentItemProps {
  readonly attachment: Attachment;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  onUp(): void;
  onDown(): void;
  onRemove(): void;
}

export function AttachmentItem({ attachment, isFirst, isLast, onUp, onDown, onRemove }: AttachmentItemProps) {
  const { text, size } = useTranslator();
  const { id, file } = attachment;
  const { name } = file;
  return (
    <li>
      <Thumbnail file={file} />
      <span class="file">
        <bdi class="file-name">{name}</bdi>
        <span class="hint">{size(file.size)}</span>
      </span>
      <span class="tools">
        <IconButton label={text('moveUp', { name })} focus={`up ${id}`} isOff={isFirst} onClick={onUp}>
          M4 10l4-4 4 4
        </IconButton>
        <IconButton label={text('moveDown', { name })} focus={`down ${id}`} isOff={isLast} onClick={onDown}>
          M4 6l4 4 4-4
        </IconButton>
        <IconButton label={text('remove', { name })} focus={`remove ${id}`} isOff={false} onClick={onRemove}>
          M4 4l8 8M12 4l-8 8
        </IconButton>
      </span>
    </li>
  );
}

interface IconButtonProps {
  readonly label: string;
  /** Named so that the focus can be brought back to it. */
  readonly focus: string;
  /** Still reachable: a button that vanishes from the keyboard's way takes the focus with it. */
  readonly isOff: boolean;
  /** The icon's path, in a square of 16. */
  readonly children: string;
  onClick(): void;
}

function IconButton({ label, focus, isOff, children, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      title={label}
      data-focus={focus}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={children} />
      </svg>
    </button>
  );
}
