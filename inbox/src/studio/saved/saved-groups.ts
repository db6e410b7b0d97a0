import type { FormMessageKey } from '../../language/inbox-messages.ts';
import type { FieldSpec } from '../draft/field-specs.ts';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { TypeSlotsField } from '../fields/type-slots-field.tsx';
import { proseCharacters } from '../part-specs/entry-fields.ts';

/** Fields of a page of the settings that belong together. */
export interface FieldGroup {
  /** Null for the only group of its page. */
  readonly title: FormMessageKey | null;
  readonly fields: readonly FieldSpec[];
  /** Whether its texts are written in several languages. */
  readonly hasTexts?: true;
}

const isGuarded = ({ mode }: Readonly<Record<string, unknown>>) => mode === 'watch' || mode === 'hold';

export const openingGroups: readonly FieldGroup[] = [
  {
    title: 'openingClosedGroup',
    hasTexts: true,
    fields: [
      {
        kind: 'text',
        at: ['opening', 'message'],
        label: 'openingMessage',
        hint: 'openingMessageHint',
        mostCharacters: proseCharacters,
        isLong: true,
      },
      {
        kind: 'choice',
        at: ['opening', 'late'],
        label: 'late',
        hint: 'lateHint',
        values: [
          ['inbox', 'lateInbox'],
          ['waitlist', 'lateWaitlist'],
          ['decline', 'lateDecline'],
        ],
      },
    ],
  },
  {
    title: 'slots',
    fields: [
      {
        kind: 'number',
        at: ['opening', 'slots', 'total'],
        label: 'slotsTotal',
        hint: 'slotsHint',
        least: 0,
        most: 10_000,
      },
      { kind: 'custom', at: ['opening'], Field: TypeSlotsField },
      {
        kind: 'number',
        at: ['opening', 'requestLimit'],
        label: 'requestLimit',
        hint: 'requestLimitHint',
        least: 0,
        most: 10_000,
      },
      {
        kind: 'choice',
        at: ['opening', 'whenFull'],
        label: 'whenFull',
        values: [
          ['close', 'whenFullClose'],
          ['waitlist', 'whenFullWaitlist'],
        ],
      },
      { kind: 'switch', at: ['opening', 'showSlotsLeft'], label: 'showSlotsLeft' },
    ],
  },
  {
    title: 'openingDates',
    fields: [
      { kind: 'instant', at: ['opening', 'opensAt'], label: 'opensAt' },
      { kind: 'instant', at: ['opening', 'closesAt'], label: 'closesAt' },
      { kind: 'custom', at: ['opening', 'timeZone'], Field: TimeZoneField },
    ],
  },
];

export const queueGroups: readonly FieldGroup[] = [
  {
    title: null,
    fields: [
      { kind: 'switch', at: ['queue', 'isShown'], label: 'queueShown' },
      {
        kind: 'switch',
        at: ['queue', 'asksName'],
        label: 'queueAsksName',
        isFor: ({ isShown }) => isShown === true,
      },
    ],
  },
];

export const guardGroups: readonly FieldGroup[] = [
  {
    title: null,
    fields: [
      {
        kind: 'choice',
        at: ['guard', 'mode'],
        label: 'guardMode',
        values: [
          ['off', 'guardOff'],
          ['watch', 'guardWatch'],
          ['hold', 'guardHold'],
        ],
      },
      {
        kind: 'number',
        at: ['guard', 'toldPerMinute'],
        label: 'notifiedPerMinute',
        hint: 'notifiedPerMinuteHint',
        least: 1,
        most: 10_000,
        isFor: isGuarded,
      },
      {
        kind: 'number',
        at: ['guard', 'networkMebibytes'],
        label: 'networkMebibytes',
        hint: 'networkMebibytesHint',
        least: 1,
        most: 1_000_000,
        isFor: isGuarded,
      },
    ],
  },
];
