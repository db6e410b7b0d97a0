import { Readable } from 'node:stream';
import { openStoredFile } from '../../platform/objects/stored-file.ts';
import { openStudioPictures, openStudioRevisions } from '../../process/parts/studio-parts.ts';
import { namedPictures } from '../../studio/document/named-pictures.ts';
import type { Studio } from '../../studio/document/studio.ts';
import type { StudioRevisions } from '../../studio/revisions/studio-revisions.ts';
import { writeOutput } from '../output/output-file.ts';
import { writeOutputFolder } from '../output/output-folder.ts';
import { print } from '../output/print.ts';
import { runTask, type TaskContext } from '../task/task.ts';
import { type ExportedPicture, fillStudioFolder } from './studio-folder.ts';

interface ExportOptions {
  readonly revision?: number;
  readonly output?: string;
  readonly folder?: string;
}

export function exportStudio({ revision, output, folder }: ExportOptions): Promise<void> {
  return runTask('export the studio', async (context) => {
    if (folder !== undefined) return exportFolder(folder, revision, context);
    const text = textOf(await documentOf(await openStudioRevisions(context), revision));
    if (output === undefined) await print(text, context.signal);
    else await writeOutput(output, Readable.from([text]), context.signal);
  });
}

async function exportFolder(folder: string, revision: number | undefined, context: TaskContext): Promise<undefined> {
  const { signal } = context;
  const { revisions, pictures, objects } = await openStudioPictures(context);
  const document = await documentOf(revisions, revision);
  const stored = new Map((await pictures.list()).map((picture) => [picture.sha256, picture]));
  const named = [...new Set(namedPictures(document).map(({ sha256 }) => sha256))].map(exported);
  await writeOutputFolder(folder, (part) => fillStudioFolder(part, textOf(document), named, signal));

  function exported(sha256: string): ExportedPicture {
    const picture = stored.get(sha256);
    if (picture === undefined) throw new Error(`the service has no picture ${sha256}`);
    return { sha256, open: () => openStoredFile(objects, picture.large, { signal }) };
  }
}

async function documentOf(revisions: StudioRevisions, revision: number | undefined): Promise<Studio> {
  const found = revision === undefined ? await revisions.published() : await revisions.find(revision);
  if (found === null) throw new Error(revision === undefined ? 'nothing is published' : 'there is no such revision');
  return found.document;
}

const textOf = (document: Studio) => `${JSON.stringify(document, null, 2)}\n`;
