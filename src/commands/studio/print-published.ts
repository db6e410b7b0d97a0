import { type Fault, sentenceOf } from '../../studio/document/faults.ts';
import type { StudioRevisions } from '../../studio/revisions/studio-revisions.ts';
import { jsonLine, print } from '../output/print.ts';

type Publishing = Awaited<ReturnType<StudioRevisions['publishDraft']>>;

/** The published revision: without one nothing has changed. */
interface PublishedFacts {
  readonly revision: number | null;
  readonly changed: readonly string[];
}

/** @throws {Error} when the document names pictures that are not there, or gives an id to another entry */
export function publishedFacts(result: Publishing): PublishedFacts {
  if (result === 'unchanged') return { revision: null, changed: [] };
  if (result === 'forbidden' || 'conflict' in result) throw new Error('the shell of the host may publish any draft');
  if ('published' in result) return result.published;
  const sentences = (faults: readonly Fault[]) => faults.map((fault) => sentenceOf(fault, 'the document')).join('; ');
  if ('faults' in result) throw new Error(sentences(result.faults));
  const remedy = 'import the folder of studio export --folder, or upload them in the inbox first';
  throw new Error(`${sentences(result.unknownPictures)}: a file has no pictures, so ${remedy}`);
}

export async function printPublished(
  { revision, changed }: PublishedFacts,
  json: true | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (json) return print(jsonLine({ revision, changed }), signal);
  const text = revision === null ? 'Nothing has changed' : `Revision ${revision} is published: ${changed.join(', ')}`;
  await print(`${text}\n`, signal);
}
