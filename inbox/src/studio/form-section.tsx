import './form.css';
import { useEffect, useMemo } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';
import { useLocation } from '../router/router.tsx';
import { type FormModel, loadForm } from './draft/form-model.ts';
import { isUnsaved } from './draft/form-state.ts';
import { createKeptDrafts } from './draft/kept-drafts.ts';
import { FormEditor } from './form-editor.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { RevisionList } from './revision-list.tsx';

/** The studio of the customers' form: its editor, its preview and its publication. */
export function FormSection() {
  const { call, sessions } = useInbox();
  const person = useCell(sessions.session)?.operator.id ?? '';
  const kept = useMemo(() => createKeptDrafts(person), [person]);
  const [form, reload] = useLoaded(() => loadForm(call, kept));
  return (
    <LoadedPart state={form} reload={reload}>
      {(model) => <OpenSection model={model} />}
    </LoadedPart>
  );
}

function OpenSection({ model }: { readonly model: FormModel }) {
  const { route } = useLocation();
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void model.refresh().catch(() => {});
    const leave = (event: BeforeUnloadEvent) => {
      if (isUnsaved(model.state.value)) event.preventDefault();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('beforeunload', leave);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('beforeunload', leave);
      model.close();
    };
  }, [model]);
  const isList = route.name === 'settings' && route.item === 'revisions';
  return (
    <>
      {isList ? <RevisionList model={model} /> : <FormEditor model={model} />}
      <LeaveQuestion model={model} />
    </>
  );
}
