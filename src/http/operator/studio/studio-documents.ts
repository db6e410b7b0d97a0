import { type Fault, sentenceOf } from '../../../studio/document/faults.ts';
import { effectiveStudio } from '../../../studio/document/offer.ts';
import { readStudio } from '../../../studio/document/read-studio.ts';
import type { Studio } from '../../../studio/document/studio.ts';
import type {
  DraftConflict,
  FaultyDraft,
  Published,
  StudioRevision,
  UnknownPictures,
} from '../../../studio/revisions/studio-revisions.ts';
import type { OperatorParts } from '../parts/operator-parts.ts';
import { issueCodeOf, maxIssues } from '../problems/issues.ts';
import { type ProblemError, problems } from '../problems/problem.ts';

/**
 * @param root The JSON Pointer of the document in the body
 * @throws {ProblemError} 422 with each fault as a sentence with its path
 */
export function enteredStudio(document: unknown, root = '/document'): Studio {
  const read = readStudio(document);
  if ('studio' in read) return read.studio;
  throw invalidDocument(read.faults, root);
}

/** Returns 422 with each fault as a sentence with its path. */
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

/** Returns the revision. @throws {ProblemError} when it was not published */
export function publishedOrProblem(
  result: Published | DraftConflict | UnknownPictures | FaultyDraft | 'unchanged' | 'missing' | 'forbidden',
): StudioRevision {
  if (result === 'missing') throw problems.notFound();
  if (result === 'forbidden') throw problems.forbidden();
  if (result === 'unchanged') throw problems.nothingToPublish();
  if ('conflict' in result) throw problems.draftConflict(result.conflict);
  if ('faults' in result) throw invalidDocument(result.faults);
  if ('unknownPictures' in result) throw invalidDocument(result.unknownPictures);
  return result.published;
}

/** Reads the effective studio: the published one, with the keys that a file on the server sets. */
export async function readEffectiveStudio({ revisions, file }: OperatorParts['studio']): Promise<Studio> {
  const published = await revisions.published();
  return effectiveStudio(file, published && { studio: published.document });
}

/** Reads the studio as it would be with the draft published. */
export async function readDraftedStudio({ revisions, file }: OperatorParts['studio']): Promise<Studio> {
  return effectiveStudio(file, { studio: (await revisions.draft()).document });
}
