import { useState } from 'preact/hooks';
import { useAnnouncer } from '../../../../page-kit/announcer.tsx';
import type { BlockKind } from '../../../../src/triage/guard/block-shape.ts';
import { ApiFailure } from '../../api/api-failure.ts';
import { dayOf, daysAfter } from '../../language/formats.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { useTask } from '../../parts/use-task.ts';

const kinds: readonly BlockKind[] = ['email', 'domain', 'network'];

/** A form that blocks an address, a domain or a network. */
export function BlockForm({ onAdded }: { onAdded(): void }) {
  const { call } = useInbox();
  const { text } = useIntakeWords();
  const { say } = useAnnouncer();
  const task = useTask();
  const [wrongKind, setWrongKind] = useState<BlockKind | null>(null);

  async function add(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const of = (name: string) => String(data.get(name) ?? '').trim();
    let wrong: BlockKind | null = null;
    const isAdded = await task.run(async () => {
      const until = of('until') === '' ? null : new Date(`${of('until')}T00:00`).toISOString();
      const body = { kind: of('kind') as BlockKind, value: of('value'), reason: of('reason') || null, until };
      await call('POST', '/blocks', { body }).catch((error: unknown) => {
        if (!isRefused(error)) throw error;
        wrong = body.kind;
      });
    });
    setWrongKind(wrong);
    if (!isAdded || wrong !== null) return;
    form.reset();
    say(text('blockAdded'));
    onAdded();
  }

  return (
    <form
      class="channel-form block-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add(event.currentTarget);
      }}
    >
      <label>
        {text('blockKind')}
        <select name="kind">
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {text(`kind_${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text('blockValue')}
        <input name="value" required maxLength={2000} autocomplete="off" spellcheck={false} />
      </label>
      <label>
        {text('blockUntil')}
        <input type="date" name="until" min={dayOf(daysAfter(Date.now(), 1))} max="9999-12-31" />
      </label>
      <label>
        {text('blockReason')}
        <input name="reason" maxLength={1000} autocomplete="off" />
      </label>
      {wrongKind !== null && (
        <p class="fault" role="alert">
          {text(`blockNot_${wrongKind}`)}
        </p>
      )}
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      <button type="submit" class="button" aria-disabled={task.isBusy}>
        {text('blockAdd')}
      </button>
    </form>
  );
}

/** The fault: no request can have the value. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && error.problem?.type.endsWith(':not-blockable') === true;
}
