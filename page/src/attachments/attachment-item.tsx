import { ChevronDown, ChevronUp, type IconNode, X } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import type { Attachment } from '../draft/attachment.ts';
import { useTranslator } from '../language/translator-context.ts';
import { Thumbnail } from './thumbnail.tsx';

export interface AttachmentItemProps {
  readonly attachment: Attachment;
  /** True when the file looks the same as an earlier attachment. */
  readonly isDuplicate: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  onUp(): void;
  onDown(): void;
  onRemove(): void;
}

export function AttachmentItem(props: AttachmentItemProps) {
  const { attachment, isDuplicate, isFirst, isLast, onUp, onDown, onRemove } = props;
  const { text, size } = useTranslator();
  const { id, file } = attachment;
  const { name } = file;
  return (
    <li part="attachment">
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
      <span class="tools">
        {!(isFirst && isLast) && (
          <span class="order">
            <IconButton
              icon={ChevronUp}
              label={text('moveUp', { name })}
              focus={`up ${id}`}
              isOff={isFirst}
              onClick={onUp}
            />
            <IconButton
              icon={ChevronDown}
              label={text('moveDown', { name })}
              focus={`down ${id}`}
              isOff={isLast}
              onClick={onDown}
            />
          </span>
        )}
        <IconButton icon={X} label={text('remove', { name })} focus={`remove ${id}`} isOff={false} onClick={onRemove} />
      </span>
      {file.size === 0 && <p class="empty">{text('fileEmpty')}</p>}
    </li>
  );
}

interface IconButtonProps {
  readonly label: string;
  /** Identifies the button, so that the list can restore the focus. */
  readonly focus: string;
  /** Sets `aria-disabled`, not `disabled`: a disabled button would lose the keyboard focus. */
  readonly isOff: boolean;
  readonly icon: IconNode;
  onClick(): void;
}

function IconButton({ label, focus, isOff, icon, onClick }: IconButtonProps) {
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
      <Icon of={icon} />
    </button>
  );
}
