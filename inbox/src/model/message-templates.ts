import type { MessageTemplate } from '../../../src/deliveries/kinds/mail/mail-shapes.ts';
import type { Call } from '../api/send.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { createStudioList, type StudioList } from './studio-list.ts';

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
