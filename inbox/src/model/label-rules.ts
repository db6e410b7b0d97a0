/** Why the service would reject a label. */
export type LabelFault = 'too-long' | 'comma' | 'twice' | 'too-many';

const maxLabels = 20;
const maxCharacters = 50;

/** Returns null when the label can be added. */
export function labelFault(label: string, labels: readonly string[]): LabelFault | null {
  if ([...label].length > maxCharacters) return 'too-long';
  if (/[,\p{Cc}]/u.test(label)) return 'comma';
  if (labels.includes(label)) return 'twice';
  return labels.length >= maxLabels ? 'too-many' : null;
}

export const labelFaultKeys = {
  'too-long': 'labelTooLong',
  comma: 'labelComma',
  twice: 'labelTwice',
  'too-many': 'labelTooMany',
} as const satisfies Record<LabelFault, string>;
