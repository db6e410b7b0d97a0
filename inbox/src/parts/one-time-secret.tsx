import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { copyText } from './copy-text.ts';
import { focusUnlessElsewhere } from './focus.ts';

interface OneTimeSecretProps {
  readonly title: string;
  readonly hint: string;
  readonly secret: string;
  /** Further actions with the secret. */
  readonly children?: ComponentChildren;
  onClose(): void;
}

/** Shows a link or a secret that cannot be shown again. Takes the focus, and returns it when it closes. */
export function OneTimeSecret({ title, hint, secret, children, onClose }: OneTimeSecretProps) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const field = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const parent = section.current?.parentElement;
    setCopied(false);
    // The form or the button that has led to the secret is next to it, in the same section.
    const isNear = before?.closest('section') === parent?.closest('section');
    focusUnlessElsewhere(field.current, isNear ? parent : null);
    return () => {
      const isLeft = !section.current?.contains(document.activeElement);
      if (!isLeft && before instanceof HTMLElement) before.focus();
    };
  }, [secret]);

  async function copy(): Promise<void> {
    field.current?.select();
    // Otherwise the selected text can be copied manually.
    const isWritten = await copyText(secret);
    setCopied(isWritten);
    say(text(isWritten ? 'copied' : 'copyByHand'));
  }

  return (
    <section ref={section} class="shown-once" aria-label={title}>
      <h2>{title}</h2>
      <p>{hint}</p>
      <p class="actions">
        <input
          ref={field}
          class="secret"
          readOnly
          value={secret}
          aria-label={title}
          onFocus={() => field.current?.select()}
        />
        <button type="button" onClick={() => void copy()}>
          {text(isCopied ? 'copied' : 'copy')}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {text('done')}
        </button>
      </p>
      {children}
    </section>
  );
}
