import { useEffect, useState } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useFormWords } from '../language/translator-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useRouter } from '../router/router.tsx';
import type { Route } from '../router/routes.ts';
import type { FormModel } from './draft/form-model.ts';
import { isUnpublished } from './draft/form-state.ts';

/** Asks before the form is left with changes that customers do not see yet. */
export function LeaveQuestion({ model }: { readonly model: FormModel }) {
  const { text } = useFormWords();
  const router = useRouter();
  const { save } = useCell(model.state);
  const [leave, setLeave] = useState<(() => void) | null>(null);

  useEffect(
    () =>
      router.hold((to, go) => {
        if (isForm(to) || !isUnpublished(model.state.value)) return true;
        setLeave(() => go);
        void model.flush();
        return false;
      }),
    [model],
  );

  if (leave === null) return null;
  return (
    <Dialog title={text('leaveTitle')} onClose={() => setLeave(null)}>
      <p>{save === 'saved' ? text('saveDraft') : text(`save_${save}`)}</p>
      <p>{text('leaveHint')}</p>
      <footer>
        <button type="button" onClick={leave}>
          {text('leave')}
        </button>
        <button type="button" class="primary" autofocus onClick={() => setLeave(null)}>
          {text('leaveNot')}
        </button>
      </footer>
    </Dialog>
  );
}

const isForm = (route: Route) => route.name === 'settings' && route.section === 'form';
