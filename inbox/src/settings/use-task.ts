import { useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { refusalText } from './refusal-text.ts';

export interface Task {
  readonly isBusy: boolean;
  /** Why the last one failed; empty when it did not. */
  readonly fault: string;
  /** One at a time; resolves with whether it succeeded. */
  run(work: () => Promise<void>): Promise<boolean>;
}

/** Something that a person asks of the service, which may refuse. */
export function useTask(): Task {
  const translator = useTranslator();
  const { alert } = useAnnouncer();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  return {
    isBusy,
    fault,
    async run(work) {
      if (isBusy) return false;
      setBusy(true);
      setFault('');
      try {
        await work();
        return true;
      } catch (error) {
        const sentence = refusalText(translator, error);
        setFault(sentence);
        alert(sentence);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
