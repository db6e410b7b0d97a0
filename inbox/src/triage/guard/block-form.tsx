import { useState } from 'preact/hooks';
import { useAnnouncer } from '../../../../page-kit/announcer.tsx';
import type { BlockKind } from '../../../../src/triage/guard/block-shape.ts';
import { ApiFailure } from '../../api/api-failure.ts';
import { dayOf, daysAfter } from '../../language/formats.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { FoldedForm } from '../../parts/folded-form.tsx';
import { useTask } from '../../parts/use-task.ts';

const kinds: readonly BlockKind[] = ['email', 'domain', 'network'];

const examples: Readonly<Record<BlockKind, string>> = {
  email: 'zoe@example.org',
  domain: 'example.org',
  network: '203.0.113.0/24',
};

/** A form that blocks an address, a domain or a network. */
export function BlockForm({ onAdded }: { onAdded(): void }) {
  const { call } = useInbox();
  const { text } = useIntakeWords();
  const { say } = useAnnouncer();
  const task = useTask();
  const [kind, setKind] = useState<BlockKind>('email');
  const [wrongKind, setWrongKind] = useState<BlockKind | null>(null);

  async function add(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const of = (name: string) => String(data.get(name) ?? '').trim();
    let wrong: BlockKind | null = null;
    const isAdded = await task.run(async () => {
      const until = of('until') === '' ? null : new Date(`${of('until')}T00:00`).toISOString();
      const body = { kind, value: of('value'), reason: of('reason') || null, until };
      await call('POST', '/blocks', { body }).catch((error: unknown) => {
        if (!isRefused(error)) throw error;
        wrong = kind;
      });
    });
    setWrongKind(wrong);
    if (!isAdded || wrong !== null) return;
    form.reset();
    say(text('blockAdded'));
    onAdded();
  }

  return (
    <FoldedForm title={text('blockSomebody')}>
      <form
        class="channel-form block-form"
        onSubmit={(event) => {
          event.preventDefault();
          void add(event.currentTarget);
        }}
      >
        <fieldset>
          <legend>{text('blockTitle')}</legend>
          {kinds.map((one) => (
            <label key={one} class="check">
              <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => setKind(one)} />
              {text(`blockKind_${one}`)}
            </label>
          ))}
        </fieldset>
        <label>
          {text(`kind_${kind}`)}
          <input
            name="value"
            required
            maxLength={2000}
            autocomplete="off"
            spellcheck={false}
            placeholder={examples[kind]}
          />
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
        <p class="actions">
          <button type="submit" class="button button-primary" aria-disabled={task.isBusy}>
            {text('blockAdd')}
          </button>
        </p>
      </form>
    </FoldedForm>
  );
}

/** The fault: no request can have the value. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && error.problem?.type.endsWith(':not-blockable') === true;
}
