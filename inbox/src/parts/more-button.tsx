import { useTranslator } from '../language/translator-context.ts';
import { useTask } from './use-task.ts';

interface MoreButtonProps<Page> {
  /** Cursor of the next page, or null after the last page. */
  readonly next: string | null;
  more(cursor: string): Promise<Page>;
  onMore(page: Page): void;
}

/** A button that loads the next page of a list that is newest first. */
export function MoreButton<Page>({ next, more, onMore }: MoreButtonProps<Page>) {
  const { text } = useTranslator();
  const task = useTask();
  return (
    <>
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      {next !== null && (
        <button
          type="button"
          aria-disabled={task.isBusy}
          onClick={() => void task.run(async () => onMore(await more(next)))}
        >
          {text('historyOlder')}
        </button>
      )}
    </>
  );
}
