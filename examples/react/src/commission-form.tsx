import type { CommissionClient, CommissionPayload, ValidationIssue } from '@commission-submission-service/client';
import type { FormEvent } from 'react';
import { failureText } from './failure-text.ts';
import { SendingView } from './sending-view.tsx';
import { TextField } from './text-field.tsx';
import { useSubmission } from './use-submission.ts';

export function CommissionForm({ client }: { readonly client: CommissionClient }) {
  const { phase, send, cancel, formChanged } = useSubmission(client);

  if (phase.name === 'sent') {
    return <p role="status">Thank you! Your request has the number {phase.receipt.id}.</p>;
  }

  const failure = phase.name === 'editing' ? phase.failure : null;
  const issues = failure?.code === 'invalid' ? failure.issues : [];

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void send(payloadOf(form), filesOf(form));
  }

  return (
    <form onSubmit={submit} onInput={formChanged}>
      {failure && (
        <p role="alert" className="failure">
          {failureText(failure)}
        </p>
      )}
      {/* Disabled, not removed: the entries stay after a failure. */}
      <fieldset disabled={phase.name === 'sending'}>
        <TextField name="customerName" label="Name" issue={issueOf(issues, 'customerName')} />
        <TextField name="customerEmail" label="E-mail" type="email" issue={issueOf(issues, 'customerEmail')} />
        <TextField name="message" label="What shall we paint?" rows={6} issue={issueOf(issues, 'message')} />
        <p>
          <label>
            Reference pictures <input name="files" type="file" multiple />
          </label>
        </p>
        <button type="submit">Send</button>
      </fieldset>
      {phase.name === 'sending' && <SendingView progress={phase.progress} retry={phase.retry} cancel={cancel} />}
    </form>
  );
}

function payloadOf(form: FormData): CommissionPayload {
  const text = (name: string) => String(form.get(name) ?? '');
  return { customerName: text('customerName'), customerEmail: text('customerEmail'), message: text('message') };
}

/** An untouched file input yields one file without a name. */
function filesOf(form: FormData): File[] {
  return form
    .getAll('files')
    .filter((file) => file instanceof File)
    .filter(({ name }) => name !== '');
}

function issueOf(issues: readonly ValidationIssue[], field: keyof CommissionPayload): string | undefined {
  return issues.find(({ path }) => path[0] === field)?.message;
}
