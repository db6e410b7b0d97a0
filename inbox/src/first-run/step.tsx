import { Circle, CircleCheck } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../../page-kit/icon.tsx';
import { useTranslator } from '../language/translator-context.ts';

export interface StepProps {
  readonly isDone: boolean;
  readonly title: string;
  readonly hint: string;
  /** What leads to it. It goes when the step is done. */
  readonly children?: ComponentChildren;
}

export function Step({ isDone, title, hint, children }: StepProps) {
  const { text } = useTranslator();
  return (
    <li class={isDone ? 'step done' : 'step'}>
      <Icon of={isDone ? CircleCheck : Circle} />
      <div>
        <p class="entry-title">
          {title} {isDone && <span class="visually-hidden">{text('firstStepDone')}</span>}
        </p>
        {!isDone && <p class="muted">{hint}</p>}
      </div>
      {!isDone && children}
    </li>
  );
}
