import { type Fault, sentenceOf } from '../../../customers/studio/faults.ts';
import { readStudio } from '../../../customers/studio/read-studio.ts';
import type { Studio } from '../../../customers/studio/studio.ts';
import { issueCodeOf, maxIssues } from '../issues.ts';
import { type ProblemError, problems } from '../problem.ts';

/** Returns the document that was sent. @throws {ProblemError} 422 with each fault as a sentence with its place */
export function enteredStudio(document: unknown): Studio {
  const read = readStudio(document);
  if ('studio' in read) return read.studio;
  throw invalidDocument(read.faults);
}

/** Returns 422 with each fault as a sentence with its place. */
export function invalidDocument(faults: readonly Fault[]): ProblemError {
  return problems.invalidBody(
    faults.slice(0, maxIssues).map((fault) => ({
      path: ['/document', ...fault.path.map((step) => pointerStep(String(step)))].join('/'),
      message: sentenceOf(fault, 'the document'),
      code: issueCodeOf(fault.code, fault.predicate === 'is missing'),
    })),
  );
}

/** RFC 6901 section 3. */
function pointerStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
