import { CalendarClock, ListOrdered, ShieldCheck } from 'lucide';
import type { PartSpec } from '../draft/field-specs.ts';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { TypeSlotsField } from '../fields/type-slots-field.tsx';
import { proseCharacters } from './entry-fields.ts';

const isScheduled = ({ mode }: Readonly<Record<string, unknown>>) => mode === 'scheduled';
const isGuarded = ({ mode }: Readonly<Record<string, unknown>>) => mode === 'watch' || mode === 'hold';

/** The opening of the form, and its guard. */
export const openingParts: readonly PartSpec[] = [
  {
    keys: ['opening'],
    title: 'partOpening',
    hint: 'partOpeningHint',
    icon: CalendarClock,
    isFolded: true,
    fields: [
      {
        kind: 'choice',
        at: ['opening', 'mode'],
        label: 'openingMode',
        values: [
          ['open', 'openingOpen'],
          ['closed', 'openingClosed'],
          ['scheduled', 'openingScheduled'],
        ],
      },
      { kind: 'instant', at: ['opening', 'opensAt'], label: 'opensAt', isFor: isScheduled },
      { kind: 'instant', at: ['opening', 'closesAt'], label: 'closesAt', isFor: isScheduled },
      { kind: 'custom', at: ['opening', 'timeZone'], Field: TimeZoneField },
      {
        kind: 'text',
        at: ['opening', 'message'],
        label: 'openingMessage',
        hint: 'openingMessageHint',
        mostCharacters: proseCharacters,
        isLong: true,
      },
      { kind: 'number', at: ['opening', 'slots', 'total'], label: 'slots', hint: 'slotsHint', least: 0, most: 10_000 },
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
    keys: ['queue'],
    title: 'partQueue',
    hint: 'partQueueHint',
    icon: ListOrdered,
    isFolded: true,
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
  {
    keys: ['guard'],
    title: 'partGuard',
    hint: 'partGuardHint',
    icon: ShieldCheck,
    isFolded: true,
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
