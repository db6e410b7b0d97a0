import { Palette } from 'lucide';
import type { PartSpec } from '../draft/field-specs.ts';
import { AccentField } from '../fields/accent-field.tsx';
import { LogoField } from '../fields/pictures-field.tsx';

/** The theme of the form. */
export const lookParts: readonly PartSpec[] = [
  {
    keys: ['theme', 'logo'],
    title: 'partTheme',
    hint: 'partThemeHint',
    icon: Palette,
    isFolded: false,
    fields: [
      { kind: 'custom', at: ['logo'], Field: LogoField },
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
];
