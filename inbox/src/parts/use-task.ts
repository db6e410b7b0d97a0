import { useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { ApiFailure } from '../api/api-failure.ts';
import { refusalText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';

export interface Task {
  readonly isBusy: boolean;
  /** Why the last run failed, or empty. */
  readonly fault: string;
  /** The members of the body that the service rejected. */
  readonly refused: readonly string[];
  /** Runs `work`, one run at a time. Resolves with true when it succeeded. */
  run(work: () => Promise<void>): Promise<boolean>;
}

/** Tracks an action on the service that may fail. */
export function useTask(): Task {
  const translator = useTranslator();
  const { alert } = useAnnouncer();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [refused, setRefused] = useState<readonly string[]>([]);
  return {
    isBusy,
    fault,
    refused,
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
        setRefused(refusedIn(error));
        alert(sentence);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

function refusedIn(error: unknown): readonly string[] {
  const issues = error instanceof ApiFailure ? (error.problem?.issues ?? []) : [];
  return issues.flatMap(({ path }) => path.split('/'));
}
