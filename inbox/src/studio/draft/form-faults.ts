import type { Problem } from '../../api/api-failure.ts';
import { isLocalized } from './localized.ts';
import type { Path } from './paths.ts';

/** A fault of the document, with its path. */
export interface FormFault {
  readonly path: readonly string[];
  readonly code: string;
  /** The service's own sentence, in English. */
  readonly message: string;
}

/** A body that the service, or a proxy before it, does not read. */
export const tooLarge: FormFault = { path: [], code: 'too-long', message: 'The form is too large' };

export function faultsOf(issues: NonNullable<Problem['issues']>): readonly FormFault[] {
  return issues.map(({ path, code, message }) => ({ path: stepsOf(path), code, message }));
}

/** Returns the steps of a JSON pointer (RFC 6901) below the document. */
function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  const [first, ...rest] = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return first === 'document' ? rest : [];
}

/** Returns a fault for each required text that is empty. The service would refuse the draft for it. */
export function missingTexts(value: unknown, path: readonly string[] = []): readonly FormFault[] {
  if (isLocalized(value)) {
    const isEmpty = Object.values(value).every((text) => text === '');
    return isEmpty ? [{ path, code: 'missing', message: 'It is missing' }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => missingTexts(one, [...path, key]));
}

/** Returns the faults without those at a path and below it. */
export function faultsOutside(faults: readonly FormFault[], path: Path): readonly FormFault[] {
  const inside = faultsIn(faults, path);
  return faults.filter((fault) => !inside.includes(fault));
}

/** Returns the faults without the missing texts of the entry that is being written. */
export function faultsToShow(faults: readonly FormFault[], written: string | null): readonly FormFault[] {
  const entry = /^[^/]+\/\d+/.exec(written ?? '')?.[0];
  if (entry === undefined) return faults;
  return faults.filter(({ path, code }) => code !== 'missing' || !`${path.join('/')}/`.startsWith(`${entry}/`));
}

/** Returns the faults at a path and below it. */
export function faultsIn(faults: readonly FormFault[], path: Path): readonly FormFault[] {
  return faults.filter((fault) => path.every((step, index) => fault.path[index] === String(step)));
}
