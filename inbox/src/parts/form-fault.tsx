import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import type { Task } from './use-task.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Shows why the service rejected the form, marks and names the invalid fields, and focuses the first one. */
export function FormFault({ task: { fault, refused } }: { readonly task: Task }) {
  const { text, list } = useTranslator();
  const id = useId();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [names, setNames] = useState<readonly string[]>([]);
  useLayoutEffect(() => {
    const fields = fieldsOf(paragraph.current?.closest('form') ?? null, refused);
    setNames(fields.map(nameOf));
    const unmark = fields.map((field) => mark(field, id));
    fields[0]?.focus();
    return () => {
      for (const undo of unmark) undo();
    };
  }, [fault]);
  if (fault === '') return null;
  return (
    <p id={id} ref={paragraph} class="fault">
      {fault} {names.length > 0 && text('fieldsToCheck', { fields: list(names) })}
    </p>
  );
}

/** Returns the form's fields of these names, in the order of the form. */
function fieldsOf(form: HTMLFormElement | null, names: readonly string[]): readonly Field[] {
  return [...(form?.elements ?? [])].filter(
    (element): element is Field => isField(element) && names.includes(element.name),
  );
}

function isField(element: Element): element is Field {
  return element.matches('input:not([type=checkbox], [type=radio]), select, textarea');
}

/** Returns the text of the label that is around the field. */
function nameOf({ labels, name }: Field): string {
  return labels?.[0]?.firstChild?.textContent ?? name;
}

/** @returns A function that removes the mark. */
function mark(field: Field, faultId: string): () => void {
  const before = field.getAttribute('aria-describedby');
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', [faultId, before].filter(Boolean).join(' '));
  return () => {
    field.removeAttribute('aria-invalid');
    if (before === null) field.removeAttribute('aria-describedby');
    else field.setAttribute('aria-describedby', before);
  };
}

/**
 * A fault that the page itself finds in a form. It is brought into the middle, because the button may be far, and
 * another fault may be at the edge.
 */
export function ShownFault({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="fault" role="alert" ref={bringIntoView}>
      {children}
    </p>
  );
}

const bringIntoView = (fault: HTMLElement | null) => fault?.scrollIntoView({ block: 'center' });
