import { CalendarClock, Gift, Heading1, MailCheck, Palette, Shapes, Sparkles, Tags } from 'lucide';
import { AccentField } from './accent-field.tsx';
import type { FieldSpec, ListSpec, PartSpec } from './field-specs.ts';
import { TimeZoneField } from './time-zone-field.tsx';

const nameCharacters = 200;
const proseCharacters = 5000;

const name: FieldSpec = { kind: 'text', at: ['name'], label: 'name', mostCharacters: nameCharacters };
const description: FieldSpec = {
  kind: 'text',
  at: ['description'],
  label: 'description',
  hint: 'descriptionHint',
  mostCharacters: proseCharacters,
  isLong: true,
};
const entries = {
  kind: 'list',
  nameKey: 'name',
  mostEntries: 500,
  empty: { description: null, hidden: false },
} as const;

const options: ListSpec = {
  ...entries,
  at: ['options'],
  label: 'options',
  hint: 'optionsHint',
  add: 'addOption',
  newName: 'newOption',
  fields: [name, description],
};

const label = (key: string, message: 'labelType' | 'labelOption' | 'labelExtras' | 'labelCard'): FieldSpec => ({
  kind: 'text',
  at: ['labels', key],
  label: message,
  mostCharacters: nameCharacters,
});

/** The parts of the editor in their order: common things first. */
export const partTable: readonly PartSpec[] = [
  {
    keys: ['title', 'introduction'],
    title: 'partTop',
    hint: 'partTopHint',
    icon: Heading1,
    isFolded: false,
    fields: [
      { kind: 'text', at: ['title'], label: 'title', hint: 'titleHint', mostCharacters: nameCharacters },
      {
        kind: 'text',
        at: ['introduction'],
        label: 'introduction',
        hint: 'introductionHint',
        mostCharacters: proseCharacters,
        isLong: true,
      },
    ],
  },
  {
    keys: ['types'],
    title: 'partTypes',
    hint: 'partTypesHint',
    icon: Shapes,
    isFolded: false,
    fields: [
      {
        ...entries,
        at: ['types'],
        label: 'partTypes',
        add: 'addType',
        newName: 'newType',
        empty: { ...entries.empty, options: [] },
        fields: [name, description, options],
      },
    ],
  },
  {
    keys: ['extras'],
    title: 'partExtras',
    hint: 'partExtrasHint',
    icon: Sparkles,
    isFolded: false,
    fields: [
      {
        ...entries,
        at: ['extras'],
        label: 'partExtras',
        add: 'addExtra',
        newName: 'newExtra',
        fields: [name, description],
      },
    ],
  },
  {
    keys: ['contact'],
    title: 'partContact',
    hint: 'partContactHint',
    icon: MailCheck,
    isFolded: false,
    fields: [{ kind: 'line', type: 'email', at: ['contact'], label: 'contact' }],
  },
  {
    keys: ['afterwards'],
    title: 'partAfterwards',
    hint: 'partAfterwardsHint',
    icon: MailCheck,
    isFolded: true,
    fields: [{ kind: 'text', at: ['afterwards'], label: 'afterwards', mostCharacters: proseCharacters, isLong: true }],
  },
  {
    keys: ['theme'],
    title: 'partTheme',
    hint: 'partThemeHint',
    icon: Palette,
    isFolded: true,
    fields: [
      { kind: 'custom', at: ['theme', 'accent'], Field: AccentField },
      {
        kind: 'choice',
        at: ['theme', 'scheme'],
        label: 'scheme',
        values: [
          ['both', 'schemeBoth'],
          ['light', 'schemeLight'],
          ['dark', 'schemeDark'],
        ],
      },
      {
        kind: 'choice',
        at: ['theme', 'typeface'],
        label: 'typeface',
        values: [
          ['system', 'typefaceSystem'],
          ['serif', 'typefaceSerif'],
          ['rounded', 'typefaceRounded'],
          ['monospace', 'typefaceMonospace'],
        ],
      },
    ],
  },
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
      { kind: 'instant', at: ['opening', 'opensAt'], label: 'opensAt' },
      { kind: 'instant', at: ['opening', 'closesAt'], label: 'closesAt' },
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
    keys: ['customCards'],
    title: 'partCards',
    hint: 'partCardsHint',
    icon: Gift,
    isFolded: true,
    fields: [
      {
        ...entries,
        at: ['customCards'],
        label: 'partCards',
        add: 'addCard',
        newName: 'newCard',
        fields: [name, description],
      },
    ],
  },
  {
    keys: ['labels'],
    title: 'partLabels',
    hint: 'partLabelsHint',
    icon: Tags,
    isFolded: true,
    fields: [
      label('type', 'labelType'),
      label('option', 'labelOption'),
      label('extras', 'labelExtras'),
      label('customCard', 'labelCard'),
    ],
  },
];
