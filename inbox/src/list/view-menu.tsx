import { Bookmark } from 'lucide';
import { useId, useRef } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { maxViewNameCharacters } from '../../../src/requests/inbox/view-limits.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { removeView, savedViews, saveView } from '../model/saved-views.ts';
import { useTask } from '../parts/use-task.ts';
import { ViewList } from './view-list.tsx';

/** The menu of saved views, the person's own and the studio's, with a field to save the current view. */
export function ViewMenu() {
  const { list, studioViews } = useInbox();
  const { text } = useTranslator();
  const mayShare = useRole('operator');
  const own = useCell(savedViews);
  const shared = useCell(studioViews.shown);
  const search = searchOf(useCell(list.view));
  const menu = useRef<HTMLDivElement>(null);
  const task = useTask();
  const id = useId();
  const here = [...own, ...shared].find((view) => view.search === search);
  const close = () => menu.current?.hidePopover();

  async function save(form: HTMLFormElement, isForStudio: boolean): Promise<void> {
    const name = String(new FormData(form).get('name')).normalize().trim();
    if (name === '') return;
    if (!isForStudio) saveView(name, search);
    else if (!(await task.run(() => studioViews.save(name, search)))) return;
    form.reset();
    close();
  }

  return (
    <>
      <button type="button" class="view" popovertarget={id} title={here?.name} onClick={studioViews.reload}>
        <Icon of={Bookmark} />
        {here ? <bdi>{here.name}</bdi> : <span class="bar-name">{text('views')}</span>}
      </button>
      <div id={id} ref={menu} popover="auto" class="popover">
        {own.length + shared.length === 0 && <p class="hint">{text('viewsNone')}</p>}
        <ViewList
          title={text('viewsOwn')}
          views={own}
          here={search}
          onOpen={close}
          onRemove={({ name }) => removeView(name)}
        />
        <ViewList
          title={text('viewsStudio')}
          views={shared}
          here={search}
          onOpen={close}
          onRemove={mayShare ? (view) => void task.run(() => studioViews.remove(view.id)) : null}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save(event.currentTarget, event.submitter?.id === `${id}-studio`);
          }}
        >
          <label for={`${id}-name`}>{text('viewSave')}</label>
          <input
            id={`${id}-name`}
            name="name"
            required
            maxLength={maxViewNameCharacters}
            placeholder={text('viewName')}
          />
          <div class="save-view">
            <button type="submit">{text(mayShare ? 'viewSaveOwn' : 'save')}</button>
            {mayShare && (
              <button type="submit" id={`${id}-studio`} aria-disabled={task.isBusy}>
                {text('viewSaveStudio')}
              </button>
            )}
          </div>
          {task.fault !== '' && <p class="fault">{task.fault}</p>}
        </form>
      </div>
    </>
  );
}
