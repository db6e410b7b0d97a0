import { Bookmark } from 'lucide';
import { useId, useRef } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { searchOf } from '../model/list-view.ts';
import { maxViewNameCharacters, removeView, savedViews, saveView } from '../model/saved-views.ts';
import { useRouter } from '../router/router.tsx';

/** The menu of saved views, with a field to save the current view. */
export function ViewMenu() {
  const { list } = useInbox();
  const { text } = useTranslator();
  const router = useRouter();
  const views = useCell(savedViews);
  const search = searchOf(useCell(list.view));
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const here = views.find((view) => view.search === search);

  function save(form: HTMLFormElement): void {
    const name = String(new FormData(form).get('name')).trim();
    if (name === '') return;
    saveView(name, search);
    form.reset();
    menu.current?.hidePopover();
  }

  return (
    <>
      <button type="button" class="view" popovertarget={id} title={here?.name}>
        <Icon of={Bookmark} />
        {here ? <bdi>{here.name}</bdi> : <span class="bar-name">{text('views')}</span>}
      </button>
      <div id={id} ref={menu} popover="auto" class="popover">
        {views.length === 0 && <p class="hint">{text('viewsNone')}</p>}
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              <button
                type="button"
                class="quiet"
                aria-current={view === here ? 'true' : undefined}
                onClick={() => {
                  menu.current?.hidePopover();
                  router.go(`/${view.search}`);
                }}
              >
                <bdi>{view.name}</bdi>
              </button>
              <button
                type="button"
                class="quiet icon"
                aria-label={text('viewRemove', { name: view.name })}
                onClick={() => removeView(view.name)}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save(event.currentTarget);
          }}
        >
          <label for={`${id}-name`}>{text('viewSave')}</label>
          <div>
            <input
              id={`${id}-name`}
              name="name"
              required
              maxLength={maxViewNameCharacters}
              placeholder={text('viewName')}
            />
            <button type="submit">{text('save')}</button>
          </div>
        </form>
      </div>
    </>
  );
}
