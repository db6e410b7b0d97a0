import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named } from '../../platform/shapes/values.ts';
import { pictureProblems } from '../../studio/previews/picture-facts.ts';
import { type Facet, type FactsOf, lineForEach } from '../facet/facet.ts';

const file = named(
  'RequestFile',
  z.object({
    position: z.int().min(0),
    name: z.string(),
    type: z.string().describe('The media type that the client sent. It is not trustworthy'),
    size: z.int().min(0).describe('Bytes'),
    sha256: z.string().describe('Lower-case hex'),
    preview: z
      .boolean()
      .nullable()
      .describe('Whether the file has a preview, or null when no preview has been attempted'),
    width: z.int().nullable().describe('Pixels of the upright picture, or null when they are not known'),
    height: z.int().nullable().describe('Like `width`'),
    previewProblem: z
      .enum(pictureProblems)
      .nullable()
      .describe(
        'Why the file has no preview. With `damaged` it has one, which shows what could be read. Null when nothing is wrong or nothing was attempted',
      ),
  }),
);

export type RequestFile = Shape<typeof file>;

interface Row {
  readonly files: readonly RequestFile[];
}

const shape = { files: z.array(file).describe('In the order in which the customer attached them') };

export const files = {
  shape,
  columns: {
    files: `
  (select coalesce(json_agg(json_build_object(
     'position', f.position, 'name', f.original_file, 'type', f.file_type, 'size', f.file_size, 'sha256', f.sha256,
     'preview', f.preview, 'width', f.width, 'height', f.height, 'previewProblem', f.preview_problem
   ) order by f.position), '[]')
   from commission_request_files f where f.request_id = r.id)`,
  },
  factsOf: ({ files }: Row) => ({ files }),
  longLines: ({ files }) =>
    files.map(({ position, size, type, name }) => [`File ${position}`, `${name} (${type}, ${size} bytes)`] as const),
  cells: { files: ({ files }) => lineForEach(files.map(({ name }) => name)) },
  sent: { fileNames: ({ files }: Row): readonly string[] => files.map(({ name }) => name) },
  searched: ({ files }) => files.map(({ name }) => name),
  customer: { fileCount: '(select count(*)::int from commission_request_files f where f.request_id = r.id)' },
  tables: ['commission_request_files'],
} satisfies Facet<Row, FactsOf<typeof shape>>;
