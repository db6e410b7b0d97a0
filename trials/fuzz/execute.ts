import { readBoundary } from '../../src/intake/form-data/boundary.ts';
import { Finding } from './finding.ts';
import { type FramedForm, frame } from './grammar.ts';
import { chunksOf, type FuzzInput } from './input.ts';
import { type ExpectedPart, expectedOf, formDifferences, isAsExpected, partDifferences } from './known-differences.ts';
import { type PeerForm, readWithBusboy } from './read-with-busboy.ts';
import { isSameForm, type ReadForm, type ReadPart, readWithService } from './read-with-service.ts';
import { refusals } from './refusals.ts';

/** The result of an execution without a finding. */
export interface Outcome {
  /** `agreed`: busboy read the same, except for `differences`. */
  readonly kind: 'agreed' | 'not comparable' | 'refused by both' | 'refused by the service alone';
  /** The ids of known differences or of the refusal, with their clause. */
  readonly notes: readonly string[];
}

/**
 * Passes an input to all readers.
 * @throws {Finding}
 */
export async function execute(input: FuzzInput): Promise<Outcome> {
  const { boundary, body, cuts } = input;
  const contentType = `multipart/form-data; boundary="${boundary.replace(/["\\]/g, '\\$&')}"`;
  if (readBoundary(contentType) !== boundary) throw new Finding('boundary', contentType);

  const ours = readInBoundedTime(boundary, chunksOf(body, cuts[0]));
  const again = readInBoundedTime(boundary, chunksOf(body, cuts[1]));
  if (!isSameForm(ours, again)) throw new Finding('cuts', `${describe(ours)} or ${describe(again)}`);

  const framed = frame(body, boundary);
  const refusal = compareWithGrammar(ours, framed);
  const theirs = await readWithBusboy(contentType, body);
  if (refusal === null) return compareWithBusboy(ours, framed, theirs, input);
  const kind = theirs.failure === null ? 'refused by the service alone' : 'refused by both';
  return { kind, notes: [refusal] };
}

/** Far more time than a reader with linear cost needs. */
const baseMs = 100;
const msPerByte = 0.005;
const maxTries = 4;

/** Repeats a slow read, because a busy machine is not slow every time. */
function readInBoundedTime(boundary: string, chunks: readonly Buffer[]): ReadForm {
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  const boundMs = baseMs + bytes * msPerByte;
  for (let tries = 1; ; tries++) {
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const form = readWithService(boundary, chunks);
    if (performance.now() - startedAt <= boundMs) return form;
    const { user, system } = process.cpuUsage(cpuBefore);
    const cpuMs = (user + system) / 1000;
    if (cpuMs <= boundMs) return form;
    if (tries === maxTries) throw new Finding('slow', `${Math.round(cpuMs)} ms of CPU time for ${bytes} bytes`);
  }
}

/** Returns the reason and clause of a refusal, or null when the form was read. */
function compareWithGrammar({ parts, refusal }: ReadForm, { headers, bodies, fault }: FramedForm): string | null {
  const isSameBody = ({ body }: { body: Buffer }, index: number) => bodies[index]?.equals(body) ?? false;
  if (!parts.every(isSameBody)) throw new Finding('framing', 'a part has other bytes, or should not be there');

  const found = refusals.find(({ message }) => message.test(refusal ?? ''));
  if (refusal !== null && found !== undefined) {
    const block = headers[parts.length];
    if (block !== undefined && found.isJustified(block)) return `${found.clause}: ${reasonOf(refusal)}`;
    throw new Finding('unjustified refusal', `${refusal}: ${JSON.stringify(block)}`);
  }
  if (bodies.length !== parts.length) throw new Finding('lost part', `${parts.length} of ${bodies.length}`);
  if (refusal === null && fault === null) return null;
  if (refusal !== null && fault !== null && refusal.endsWith(fault)) {
    return `${refusal.includes('more than') ? 'C9' : 'C6'}: ${reasonOf(refusal)}`;
  }
  throw new Finding('framing', `the reader says ${refusal}, the grammar ${fault}`);
}

function compareWithBusboy(ours: ReadForm, framed: FramedForm, theirs: PeerForm, input: FuzzInput): Outcome {
  const notes = new Set<string>();
  const expected = ours.parts.flatMap((part, index) => expect(part, framed.headers[index] ?? '', notes) ?? []);
  const isSame =
    theirs.failure === null &&
    theirs.parts.length === expected.length &&
    theirs.parts.every((part, index) => isAsExpected(part, expected[index] as ExpectedPart));
  if (isSame) return { kind: 'agreed', notes: [...notes] };

  const { body, boundary } = input;
  const known = formDifferences.find((difference) => difference.appliesTo(framed, body, boundary));
  if (known !== undefined) return { kind: 'not comparable', notes: [`${known.clause}: ${known.id}`] };
  throw new Finding('difference', `the service reads ${describe(ours)}, busboy ${describe(theirs)}`);
}

/** Returns the part that busboy should read, or null when busboy should drop it. */
function expect(part: ReadPart, block: string, notes: Set<string>): ExpectedPart | null {
  let expected: ExpectedPart | null = expectedOf(part);
  for (const difference of partDifferences) {
    if (expected === null) return null;
    if (!difference.appliesTo(part, block)) continue;
    notes.add(`${difference.clause}: ${difference.id}`);
    expected = difference.adapt(expected, block);
  }
  return expected;
}

function reasonOf(refusal: string): string {
  return refusal.replace(/^Unreadable multipart body: /, '');
}

function describe(form: ReadForm | PeerForm): string {
  const parts = form.parts.map(({ body, ...part }) => ({ ...part, body: body.toString('latin1').slice(0, 200) }));
  return JSON.stringify({ ...form, parts });
}
