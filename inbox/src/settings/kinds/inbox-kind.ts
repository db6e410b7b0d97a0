import type { IconNode } from 'lucide';
import type { ComponentType } from 'preact';
import type { MessageKey } from '../../language/inbox-messages.ts';
import type { Translator } from '../../language/translator-context.ts';
import type { Channel, ChannelsApi } from '../../model/channels-api.ts';

/** How the inbox adds, shows and changes channels of one kind. `all-kinds.ts` lists the kinds. */
export interface InboxKind<Of extends Channel> {
  /** The additions of an owner, each with a button. */
  readonly additions: readonly Addition[];
  /** Returns the target of a channel: an address without its secret part, or the recipients and when they get mail. */
  target(settings: Of['settings'], translator: Translator): string;
  /** The form for the settings of a channel. */
  readonly Edit: ComponentType<EditProps<Of>>;
  /** The secret that receivers get. Absent from kinds without one. */
  readonly Secret?: ComponentType<SecretProps<Of>>;
}

/** The audience that a channel notifies of requests. */
export const audiences = ['studio', 'customers', 'programs'] as const;

export interface Addition {
  readonly audience: (typeof audiences)[number];
  readonly icon: IconNode;
  readonly label: MessageKey;
  /** The purpose of the channel, in a sentence. */
  readonly hint: MessageKey;
  readonly Form: ComponentType<AddProps>;
}

export interface AddProps {
  readonly api: ChannelsApi;
  onAdded(id: string): void;
}

export interface EditProps<Of extends Channel> {
  readonly channel: Of;
  readonly api: ChannelsApi;
  /** Called before and after each change. */
  onSaving(): void;
  onSaved(): void;
}

interface SecretProps<Of extends Channel> {
  readonly channel: Of;
  readonly api: ChannelsApi;
  onChanged(): void;
}
