import type { ClientBase } from 'pg';
import { sentenceOf } from '../../studio/document/faults.ts';
import { namedPictures } from '../../studio/document/named-pictures.ts';
import { effectiveStudio, type StudioOfFile } from '../../studio/document/offer.ts';
import { readStoredStudio } from '../../studio/document/stored-studio.ts';
import { emptyStudio, type Studio, type StudioKey } from '../../studio/document/studio.ts';
import { faultsOfReuse, idsIn, type UsedId } from '../../studio/document/used-ids.ts';
import { isPublication } from '../../studio/revisions/publications.ts';
import { type Finding, ok, skipped, warning } from '../check.ts';
import { type DatabaseQuestion, isOfEarlierTables } from '../session.ts';

interface PublishedRow {
  readonly revision: number;
  readonly document: unknown;
}

const newestText = `
  select revision, document from studio_revisions where ${isPublication} order by revision desc limit 1`;
const picturesText = 'select sha256 from studio_pictures where sha256 = any($1)';
const mostNamed = 10;

export interface StudioFacts {
  /** The keys that `CATALOGUE_FILE` sets. */
  readonly file: StudioOfFile | null;
  /** Whether `API_REVISION` is the one that ignores a chosen custom card. */
  readonly ignoresCustomCards: boolean;
  /** Resolves with the entries of these ids that were ever published. */
  usedIds(client: Pick<ClientBase, 'query'>, ids: readonly string[]): Promise<readonly UsedId[]>;
}

/** Searches the published studio for parts that customers do not see: unknown ones, and ones that a file overrides. */
export function askStudio(facts: StudioFacts): DatabaseQuestion {
  return {
    name: 'database.studio',
    quick: false,
    async ask(client) {
      try {
        const [newest] = (await client.query<PublishedRow>(newestText)).rows;
        const missing = [
          ...(await missingPictures(client, newest ?? null, facts)),
          ...(await reusedIds(client, facts)),
        ];
        if (newest !== undefined) return findingsOf(newest, facts, missing);
        return missing.length > 0 ? missing : [ok('Nothing is published in the studio')];
      } catch (error) {
        if (!isOfEarlierTables(error)) throw error;
        return [skipped('There is no studio before this version has started')];
      }
    },
  };
}

/** Customers see the studio without pictures that are not there. */
async function missingPictures(
  client: Pick<ClientBase, 'query'>,
  newest: PublishedRow | null,
  { file }: StudioFacts,
): Promise<Finding[]> {
  const published = newest && { revision: newest.revision, studio: readStoredStudio(newest.document).studio };
  const named = namedPictures(effectiveStudio(file, published));
  if (named.length === 0) return [];
  const { rows } = await client.query<{ sha256: string }>(picturesText, [named.map(({ sha256 }) => sha256)]);
  const known = new Set(rows.map(({ sha256 }) => sha256));
  const lost = named.filter(({ sha256 }) => !known.has(sha256));
  if (lost.length === 0) return [];
  const paths = lost.map(({ path }) => sentenceOf({ path, predicate: '', code: '' }, 'the document').trim());
  return [
    warning(`The studio names pictures that are not there: ${listed(paths)}`, {
      remedy: 'Upload the pictures again in the inbox, and name the new ones',
    }),
  ];
}

/** Answers and slots are kept by ids. */
async function reusedIds(client: Pick<ClientBase, 'query'>, { file, usedIds }: StudioFacts): Promise<Finding[]> {
  if (file === null) return [];
  const entries = idsIn(file.studio);
  const used = await usedIds(
    client,
    entries.map(({ id }) => id),
  );
  const sentences = faultsOfReuse(entries, used).map((fault) => sentenceOf(fault, 'the file'));
  if (sentences.length === 0) return [];
  return [
    warning(`CATALOGUE_FILE uses ids of earlier entries: ${listed(sentences)}`, {
      remedy:
        'Give these entries new ids in the file: their answers and slots would be mixed with those of earlier requests',
    }),
  ];
}

function findingsOf(
  { revision, document }: PublishedRow,
  { file, ignoresCustomCards }: StudioFacts,
  missing: readonly Finding[],
): Finding[] {
  const { studio, ignored } = readStoredStudio(document);
  const overridden = file === null ? [] : overriddenKeys(studio, file);
  const findings: Finding[] = [...missing];
  if (ignored.length > 0) {
    findings.push(
      warning(`Revision ${revision} of the studio has parts that this version leaves out: ${listed(ignored)}`, {
        remedy: 'Run the version that published it in every process, or publish the studio again with this one',
      }),
    );
  }
  if (overridden.length > 0) {
    findings.push(
      warning(`CATALOGUE_FILE overrides what revision ${revision} of the studio sets: ${overridden.join(', ')}`, {
        remedy:
          'Remove these keys from the file, or take it over by commissions studio import and unset CATALOGUE_FILE',
      }),
    );
  }
  if (ignoresCustomCards && studio.customCards.length > 0) {
    findings.push(
      warning(`Revision ${revision} of the studio has custom cards, which API_REVISION=earlier does not offer`, {
        remedy: 'Set API_REVISION=later, or remove the custom cards',
      }),
    );
  }
  return findings.length > 0 ? findings : [ok(`Customers see revision ${revision} of the studio whole`)];
}

/** Keys that the file and the revision set to different values. */
function overriddenKeys(studio: Studio, file: StudioOfFile): readonly StudioKey[] {
  const text = (value: Studio, key: StudioKey) => JSON.stringify(value[key]);
  return file.keys.filter(
    (key) => text(studio, key) !== text(emptyStudio, key) && text(studio, key) !== text(file.studio, key),
  );
}

function listed(sentences: readonly string[]): string {
  const more = sentences.length - mostNamed;
  return [...sentences.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
