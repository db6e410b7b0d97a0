import type { MessageTemplate } from '../../../src/operators/deliveries/kinds/mail/mail-shapes.ts';
import type { Call } from '../api/call.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';

/** Templates of the page, available in each of its languages. */
export const offeredTemplates = ['accepted', 'question', 'waitlisted', 'declined'] as const;

export type OfferedTemplate = (typeof offeredTemplates)[number];

/** The studio's own templates. A failed call throws an ApiFailure. */
export interface OwnTemplates {
  /** Oldest first. Empty until they are loaded. */
  readonly shown: Cell<readonly MessageTemplate[]>;
  /** Reloads templates, which other people may have changed. */
  reload(): void;
  save(text: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createOwnTemplates(call: Call, stream: EventStream): OwnTemplates {
  const shown = createCell<readonly MessageTemplate[]>([]);

  async function load(): Promise<void> {
    const { items } = await call<{ items: readonly MessageTemplate[] }>('GET', '/message-templates');
    shown.set(items);
  }

  // A failure leaves the known templates unchanged.
  const reload = () => void load().catch(() => {});
  reload();
  stream.subscribe({ onEvent() {}, onGap: reload });
  return {
    shown,
    reload,
    async save(text) {
      await call('POST', '/message-templates', { body: { text } });
      await load();
    },
    async remove(id) {
      await call('DELETE', `/message-templates/${id}`);
      await load();
    },
  };
}
