import { decodeEncodedWords } from '../../src/intake/form-data/encoded-words.ts';
import { maxPartHeaderBytes } from '../../src/intake/submission/limits.ts';
import type { FramedForm } from './grammar.ts';
import {
  fieldValues,
  isFolded,
  isWellFormedDisposition,
  isWellFormedMediaType,
  withoutStrings,
} from './part-header-fields.ts';
import type { PeerPart } from './read-with-busboy.ts';
import type { ReadPart } from './read-with-service.ts';

type Decode = (text: string) => string;

interface KnownDifference {
  readonly id: string;
  /** A clause of the contract or of an RFC. */
  readonly clause: string;
  readonly reason: string;
}

/** A difference between busboy's reading of a part and `ours`, the service's reading. */
interface PartDifference extends KnownDifference {
  appliesTo(ours: ReadPart, block: string): boolean;
  /** Returns busboy's expected part, or null when busboy drops the part silently. */
  adapt(theirs: ExpectedPart, block: string): ExpectedPart | null;
}

/** A part that busboy should read. */
export interface ExpectedPart extends Omit<PeerPart, 'body'> {
  /** How the service decodes the name and the file name, which busboy leaves undecoded. */
  readonly decoded: { readonly name: Decode; readonly fileName: Decode };
  /** True when runs of whitespace count as one space. */
  readonly isFolded: boolean;
  /** Null when busboy decodes the text and the result is not compared. */
  readonly body: Buffer | null;
}

/** A form that busboy reads so differently that the comparison has no meaning. */
interface FormDifference extends KnownDifference {
  appliesTo(form: FramedForm, body: Buffer, boundary: string): boolean;
}

const disposition = 'content-disposition';
const octetStream = 'application/octet-stream';

/** In the order in which they are applied. */
export const partDifferences: readonly PartDifference[] = [
  {
    id: 'lenient disposition',
    clause: 'C7',
    reason: 'Raw backslashes, empty parameters and unquoted values that clients send are read; busboy drops the part.',
    appliesTo: (_, block) => !isWellFormedDisposition(fieldValues(block, disposition)[0] ?? ''),
    adapt: () => null,
  },
  {
    id: 'percent escapes',
    clause: 'C7',
    reason: 'Browsers send %22, %0D and %0A for a quote and a line break; busboy leaves them.',
    appliesTo: (_, block) => /%(22|0D|0A)/.test(fieldValues(block, disposition)[0] ?? ''),
    adapt(theirs, block) {
      const [value = ''] = fieldValues(block, disposition);
      const isPlain = isQuoted(value, 'filename') && !hasExtendedFileName(block);
      const { name, fileName } = theirs.decoded;
      return {
        ...theirs,
        decoded: {
          name: isQuoted(value, 'name') ? decodePercents : name,
          fileName: isPlain ? decodePercents : fileName,
        },
      };
    },
  },
  {
    id: 'encoded words',
    clause: 'C7',
    reason: '.NET and Spring send file names as encoded words; busboy leaves them.',
    appliesTo: ({ fileName }, block) =>
      fileName !== null &&
      !hasExtendedFileName(block) &&
      /filename="?=\?/i.test(fieldValues(block, disposition)[0] ?? ''),
    adapt: (theirs) => ({
      ...theirs,
      decoded: {
        ...theirs.decoded,
        fileName: (text) => decodeEncodedWords(text) ?? theirs.decoded.fileName(text),
      },
    }),
  },
  {
    id: 'folded lines',
    clause: 'RFC 9112 section 5.2',
    reason: 'A fold is read as one space; busboy keeps all of its whitespace.',
    appliesTo: (_, block) => isFolded(block),
    adapt: (theirs) => ({ ...theirs, isFolded: true }),
  },
  {
    id: 'no file name',
    clause: 'C1, C5',
    reason: 'An empty file name makes a file (an untouched input); busboy takes the part for a text.',
    appliesTo: ({ fileName }) => fileName === '',
    adapt: (theirs) => ({ ...theirs, isFile: false, fileName: undefined }),
  },
  {
    id: 'octet-stream without file name',
    clause: 'C1',
    reason: 'Only a file name makes a file; busboy goes by application/octet-stream too.',
    appliesTo: ({ fileName, contentType }, block) =>
      !fileName && isWellFormedMediaType(typeOf(block)) && essence(contentType) === octetStream,
    adapt: (theirs) => ({ ...theirs, isFile: true }),
  },
  {
    id: 'no name',
    clause: 'C4',
    reason: 'An empty name is a name like others; busboy has none then.',
    appliesTo: ({ name }) => name === '',
    adapt: (theirs) => ({ ...theirs, name: undefined }),
  },
  {
    id: 'malformed media type',
    clause: 'C22',
    reason: 'The type is taken as sent; busboy replaces one that it cannot parse by text/plain.',
    appliesTo: ({ contentType }, block) => contentType !== null && !isWellFormedMediaType(typeOf(block)),
    adapt: (theirs) => ({ ...theirs, mediaType: 'text/plain' }),
  },
  {
    id: 'charset of a text',
    clause: 'C3, C8',
    reason: 'Bodies are bytes, whatever charset the part names; busboy decodes the text.',
    appliesTo: ({ contentType }, block) => /charset/i.test(contentType ?? '') && isWellFormedMediaType(typeOf(block)),
    adapt: (theirs) => (theirs.isFile ? theirs : { ...theirs, body: null }),
  },
];

export const formDifferences: readonly FormDifference[] = [
  {
    id: 'near-boundary',
    clause: 'C6, C8',
    reason: 'What only begins like a delimiter is data, and a delimiter may be padded; busboy ends the part at both.',
    appliesTo: (_, body, boundary) => hasNearBoundary(`\r\n${body.toString('latin1')}`, `\r\n--${boundary}`),
  },
  {
    id: 'part without a line break of its own',
    clause: 'RFC 2046 section 5.1.1',
    reason: 'The blank line may be followed by a delimiter at once; busboy takes the delimiter for a header.',
    appliesTo: ({ sharesLineBreak }) => sharesLineBreak,
  },
  {
    id: 'control character in a header',
    clause: 'C7',
    reason: 'File names are kept whole, and browsers send control characters as they are; busboy refuses the form.',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters.
    appliesTo: ({ headers }) => headers.some((block) => /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(block)),
  },
  {
    id: 'header block near its limit',
    clause: 'C6',
    reason:
      'Both have a limit of 16 KiB; busboy counts the end of each line twice, and has a limit of 2000 fields too.',
    appliesTo: ({ headers }) =>
      headers.some((block) => countedByBusboy(block) > maxPartHeaderBytes || lineCount(block) > 1999),
  },
  {
    id: 'empty filename* beside a filename',
    clause: 'C7',
    reason: 'filename* is preferred even when it is empty; busboy takes the other one, or drops the part.',
    appliesTo: ({ headers }) => headers.some((block) => /filename\*=[^';]*'[^';]*'[ \t]*(;|\r\n|$)/i.test(block)),
  },
];

/** Returns the part that busboy reads when no difference applies. */
export function expectedOf({ name, fileName, contentType, body }: ReadPart): ExpectedPart {
  const asItCame: Decode = (text) => text;
  return {
    name,
    isFile: fileName !== null,
    fileName: fileName ?? undefined,
    mediaType: essence(contentType) ?? 'text/plain',
    body,
    decoded: { name: asItCame, fileName: asItCame },
    isFolded: false,
  };
}

export function isAsExpected(theirs: PeerPart, expected: ExpectedPart): boolean {
  const { decoded, body, isFolded } = expected;
  const isSameText = (their: string | undefined, ours: string | undefined, decode: Decode) => {
    if (their === undefined || ours === undefined) return their === ours;
    return isFolded ? collapse(decode(their)) === collapse(ours) : decode(their) === ours;
  };
  return (
    theirs.isFile === expected.isFile &&
    theirs.mediaType === expected.mediaType &&
    isSameText(theirs.name, expected.name, decoded.name) &&
    isSameText(theirs.fileName, expected.fileName, decoded.fileName) &&
    (body === null || theirs.body.equals(body))
  );
}

function isQuoted(disposition: string, parameter: string): boolean {
  return new RegExp(`;[ \\t]*${parameter}="`, 'i').test(withoutStrings(disposition));
}

function typeOf(block: string): string {
  return fieldValues(block, 'content-type')[0] ?? '';
}

function essence(contentType: string | null): string | null {
  const [type = ''] = (contentType ?? '').split(';', 1);
  return contentType === null ? null : type.replace(/[ \t]+$/, '').toLowerCase();
}

function decodePercents(text: string): string {
  return text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

function collapse(text: string): string {
  return text.replace(/[ \t]+/g, ' ');
}

function hasNearBoundary(text: string, delimiter: string): boolean {
  for (let at = text.indexOf(delimiter); at !== -1; at = text.indexOf(delimiter, at + 1)) {
    const behind = text.slice(at + delimiter.length, at + delimiter.length + 2);
    if (behind === '--') return false;
    if (behind !== '\r\n') return true;
  }
  return false;
}

/** Includes the line break before the block and those after it. */
function countedByBusboy(block: string): number {
  return block.length + 2 * lineCount(block) + 3;
}

function lineCount(block: string): number {
  return block.split('\r\n').length;
}

function hasExtendedFileName(block: string): boolean {
  return /;[ \t]*filename\*=/i.test(withoutStrings(fieldValues(block, disposition)[0] ?? ''));
}
