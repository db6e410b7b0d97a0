import { useState } from 'preact/hooks';
import type { InboxRequest } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';

const EraseDialog = lazyComponent(() => import('../bulk/erase-dialog.tsx').then((loaded) => loaded.EraseDialog));

/** Erases the request permanently, with its notes and messages. */
export function EraseButton({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class="quiet bad" onClick={() => setAsking(true)}>
        {text('erase')}
      </button>
      {isAsking && <EraseDialog request={request} onClose={() => setAsking(false)} />}
    </>
  );
}
