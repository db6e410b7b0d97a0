import { useLaterTranslator } from '../language/translator-context.ts';
import type { AskedPartProps } from './questions.tsx';
import { TypedAnswer } from './typed-answer.tsx';

/** As the service takes it. */
const mostCharacters = 100;

/** Asks for the name under which the request stands in the public queue (S20). */
export function QueueName({ form, errorOf, onLeave }: Omit<AskedPartProps, 'catalogue'>) {
  const { text } = useLaterTranslator();
  return (
    <TypedAnswer
      question={{ kind: 'text', label: text('queueName'), hint: text('queueNameHint'), required: false }}
      name="queueName"
      value={form.draft.queueName}
      error={errorOf('queueName')}
      onChange={(value) => form.change({ queueName: [...value].slice(0, mostCharacters).join('') })}
      onBlur={() => onLeave('queueName')}
    />
  );
}
