import type {
  DraftConflict,
  FaultyDraft,
  Published,
  StudioRevision,
  UnknownPictures,
} from '../../../studio/revisions/studio-revisions.ts';
import { problems } from '../problems/problem.ts';
import { invalidDocument } from './entered-studio.ts';

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
