import type { DraftConflict, Published, StudioRevision } from '../../../customers/revisions/studio-revisions.ts';
import { problems } from '../problem.ts';

/** Returns the revision. @throws {ProblemError} when it was not published */
export function publishedOrProblem(result: Published | DraftConflict | 'unchanged' | 'missing'): StudioRevision {
  if (result === 'missing') throw problems.notFound();
  if (result === 'unchanged') throw problems.nothingToPublish();
  if ('conflict' in result) throw problems.draftConflict(result.conflict);
  return result.published;
}
