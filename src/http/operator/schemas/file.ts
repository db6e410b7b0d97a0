import { z } from 'zod';
import { named, truth } from '../../../platform/shapes/values.ts';
import { asQuery, requestFilter } from '../../../requests/inbox/request-filter-shape.ts';
import { previewSizes } from '../../../studio/previews/previews.ts';

/** Decimal digits only. Any other text names no file. */
const position = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,5})$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

export const fileParams = z.object({ id: z.uuid(), position });

export const downloadQuery = z.strictObject({
  view: truth
    .default(false)
    .describe(
      'True when a page shows the file as a picture. A person who is signed in then looks at it, which is no event. ' +
        'Ignored for a token, and for a browser that says that it does not load a picture',
    ),
});

export const downloadHeaders = z.object({
  range: z.string().optional().describe('One range of bytes: `bytes=0-1023`, `bytes=1024-`, `bytes=-512`'),
  'if-range': z.string().optional().describe('An ETag. If the file has another ETag, the whole file is sent'),
  'if-none-match': z.string().optional().describe('ETags that the client has. If one matches, the response is 304'),
});

export const previewQuery = z.strictObject({
  size: z
    .enum(previewSizes)
    .default('small')
    .describe('The longer side has at most 320 (`small`) or 1600 (`large`) pixels'),
});

export const zipQuery = asQuery(
  requestFilter.extend({
    part: z.string().min(1).max(200).optional().describe('A part that /requests.zip/parts lists for this filter'),
  }),
);

export const zipPartList = named(
  'ZipPartList',
  z.object({
    items: z.array(
      z.object({
        part: z.string().describe('For /requests.zip'),
        requests: z.int().min(0),
        files: z.int().min(0),
        bytes: z.int().min(0).describe('Total size of the files'),
      }),
    ),
  }),
);
