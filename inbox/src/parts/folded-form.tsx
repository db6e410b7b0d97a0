import { Plus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';

interface FoldedFormProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A form behind a button that names it. Opening it moves the focus to its first field. */
export function FoldedForm({ title, children }: FoldedFormProps) {
  const [isOpen, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isOpen) content.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [isOpen]);
  return (
    <section class={isOpen ? 'folded-form' : 'folded-form folded'} aria-label={title}>
      <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon of={Plus} />
        {title}
      </button>
      {isOpen && <div ref={content}>{children}</div>}
    </section>
  );
}
