import type { Problem } from '../api/api-failure.ts';
import type { Path } from './paths.ts';

/** A fault of the document, with its place. */
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

/** The place in the document (RFC 6901). */
function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  const [first, ...rest] = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return first === 'document' ? rest : [];
}

/** Returns the faults at a place and within it. */
export function faultsIn(faults: readonly FormFault[], path: Path): readonly FormFault[] {
  return faults.filter((fault) => path.every((step, index) => fault.path[index] === String(step)));
}
