import { X } from 'lucide';
import { useId } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useTranslator } from '../language/translator-context.ts';
import type { SavedView } from '../model/saved-views.ts';
import { useRouter } from '../router/router.tsx';

interface ViewListProps<View extends SavedView> {
  readonly title: string;
  readonly views: readonly View[];
  /** The query of the view that is shown. */
  readonly here: string;
  onOpen(): void;
  /** Null for people without the permission to remove views. */
  readonly onRemove: ((view: View) => void) | null;
}

/** Views of one kind in the menu. Their names may be hostile. */
export function ViewList<View extends SavedView>({ title, views, here, onOpen, onRemove }: ViewListProps<View>) {
  const { text } = useTranslator();
  const router = useRouter();
  const id = useId();
  if (views.length === 0) return null;
  return (
    <>
      <p id={id} class="menu-title">
        {title}
      </p>
      <ul aria-labelledby={id}>
        {views.map((view) => (
          <li key={view.name}>
            <button
              type="button"
              class="quiet"
              aria-current={view.search === here ? 'true' : undefined}
              onClick={() => {
                onOpen();
                router.go(`/${view.search}`);
              }}
            >
              <bdi>{view.name}</bdi>
            </button>
            {onRemove && (
              <button
                type="button"
                class="quiet icon"
                aria-label={text('viewRemove', { name: view.name })}
                onClick={() => onRemove(view)}
              >
                <Icon of={X} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
