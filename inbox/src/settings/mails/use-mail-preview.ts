import { useEffect, useState } from 'preact/hooks';
import type { MailPreview } from '../../../../src/deliveries/kinds/mail/mail-shapes.ts';
import { ApiFailure } from '../../api/api-failure.ts';
import { useInbox } from '../../model/inbox-context.ts';
import type { Loaded } from '../../parts/loaded-part.tsx';

/** A preview, or the fault in the template file of the installation. */
export type ShownMail = MailPreview | string;

/** Loads the preview at a path, and again with each version. The earlier one stays until the next has come. */
export function useMailPreview(path: string, version: number): readonly [Loaded<ShownMail>, reload: () => void] {
  const { call } = useInbox();
  const [shown, setShown] = useState<{ readonly path: string; readonly state: Loaded<ShownMail> } | null>(null);
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    let isOld = false;
    const show = (state: Loaded<ShownMail>) => isOld || setShown({ path, state });
    call<MailPreview>('GET', path)
      .catch(faultOf)
      .then(
        (value) => show({ name: 'loaded', value }),
        (error) => show({ name: 'failed', error }),
      );
    return () => {
      isOld = true;
    };
  }, [path, version, reloads]);
  return [shown?.path === path ? shown.state : { name: 'loading' }, () => setReloads(reloads + 1)];
}

/** Returns the fault in a template file of the installation. Throws any other error again. */
function faultOf(error: unknown): string {
  const problem = error instanceof ApiFailure ? error.problem : null;
  if (problem?.detail !== undefined && problem.type.endsWith(':faulty-template')) return problem.detail;
  throw error;
}
