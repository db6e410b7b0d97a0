import type { MessageTemplate } from '../../../src/deliveries/kinds/mail/mail-shapes.ts';
import type { SavedView } from '../../../src/requests/inbox/saved-view-shape.ts';
import type { Call } from '../api/send.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { readView, searchOf } from './list-view.ts';

/** A list that the whole studio has and people add to. A failed call throws an ApiFailure. */
interface StudioList<Item> {
  /** Oldest first. Empty until it is loaded. */
  readonly shown: Cell<readonly Item[]>;
  /** Reloads the list, which other people may have changed. */
  reload(): void;
  add(body: object): Promise<void>;
  remove(id: string): Promise<void>;
}

interface StudioListParts {
  readonly call: Call;
  readonly stream: EventStream;
  /** Of the API: lists, adds and, with an id, removes. */
  readonly path: string;
}

function createStudioList<Item>(
  { call, stream, path }: StudioListParts,
  read: (item: Item) => Item = (item) => item,
): StudioList<Item> {
  const shown = createCell<readonly Item[]>([]);

  async function load(): Promise<void> {
    const { items } = await call<{ items: readonly Item[] }>('GET', path);
    shown.set(items.map(read));
  }

  // After a failure the last list stays.
  const reload = () => void load().catch(() => {});
  reload();
  stream.subscribe({ onEvent() {}, onGap: reload });
  return {
    shown,
    reload,
    async add(body) {
      await call('POST', path, { body });
      await load();
    },
    async remove(id) {
      await call('DELETE', `${path}/${id}`);
      await load();
    },
  };
}

/** The views that the whole studio has. A failed call throws an ApiFailure. */
export interface StudioViews extends Omit<StudioList<SavedView>, 'add'> {
  /** Saves a view. Replaces the filter of a view of the same name. */
  save(name: string, search: string): Promise<void>;
}

export function createStudioViews(call: Call, stream: EventStream): StudioViews {
  const list = createStudioList<SavedView>({ call, stream, path: '/views' }, (view) => ({
    ...view,
    search: searchOf(readView(view.search)),
  }));
  return { ...list, save: (name, search) => list.add({ name, search }) };
}

/** Templates of the page, available in each of its languages. */
export const offeredTemplates = ['accepted', 'question', 'waitlisted', 'declined'] as const;

export type OfferedTemplate = (typeof offeredTemplates)[number];

/** The studio's own templates. A failed call throws an ApiFailure. */
export interface OwnTemplates extends Omit<StudioList<MessageTemplate>, 'add'> {
  save(text: string): Promise<void>;
}

export function createOwnTemplates(call: Call, stream: EventStream): OwnTemplates {
  const list = createStudioList<MessageTemplate>({ call, stream, path: '/message-templates' });
  return { ...list, save: (text) => list.add({ text }) };
}
