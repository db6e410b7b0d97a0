import { type Fault, sentenceOf } from '../../../studio/document/faults.ts';
import { readStudio } from '../../../studio/document/read-studio.ts';
import type { Studio } from '../../../studio/document/studio.ts';
import { issueCodeOf, maxIssues } from '../problems/issues.ts';
import { type ProblemError, problems } from '../problems/problem.ts';

/** @param root Where the document is in the body, as a JSON Pointer. @throws {ProblemError} 422 with each fault as a sentence with its place */
export function enteredStudio(document: unknown, root = '/document'): Studio {
  const read = readStudio(document);
  if ('studio' in read) return read.studio;
  throw invalidDocument(read.faults, root);
}

/** Returns 422 with each fault as a sentence with its place. */
export function invalidDocument(faults: readonly Fault[], root = '/document'): ProblemError {
  return problems.invalidBody(
    faults.slice(0, maxIssues).map((fault) => ({
      path: [root, ...fault.path.map((step) => pointerStep(String(step)))].join('/'),
      message: sentenceOf(fault, 'the document'),
      code: issueCodeOf(fault.code, fault.predicate === 'is missing'),
    })),
  );
}

/** RFC 6901 section 3. */
function pointerStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
