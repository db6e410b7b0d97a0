import { createInterface } from 'node:readline';
import type { ErasureCandidate, ErasureReason } from '../../keeping/erasure/erasure-shape.ts';
import { countText } from '../output/amounts.ts';
import { HoldingError } from '../output/made.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: { readonly isTTY?: boolean };
  /** Receives the question, because `output` is for results only. */
  readonly question: { write(text: string): boolean };
}

const list = new Intl.ListFormat('en-GB');

interface Confirmation {
  readonly effect: string;
  readonly expected: string;
}

/**
 * Returns the text that a person must type: the number of a single request, else the count of the requests.
 * @param others the other things that go with the requests
 */
export function confirmationOf(
  reason: ErasureReason,
  candidates: readonly Pick<ErasureCandidate, 'number'>[],
  others: readonly string[],
): Confirmation {
  const [first] = candidates;
  if (reason === 'request' && first) return { effect: `Erases ${first.number} for good.`, expected: first.number };
  const things = [...(candidates.length > 0 ? [countText(candidates.length, 'request')] : []), ...others];
  const expected = String(candidates.length + others.length);
  return { effect: `Erases ${list.format(things)} for good.`, expected };
}

/**
 * Asks a person at a terminal to type `expected`. Does not ask a program, whose input or output is no terminal.
 * @throws {Error} when the typed text differs or is empty
 */
export async function confirmErasure(
  { input, output, question }: Terminal,
  effect: string,
  expected: string,
  signal: AbortSignal,
): Promise<void> {
  if (!input.isTTY || !output.isTTY) return;
  question.write(`${effect} Type ${expected} to continue: `);
  const typed = await readLine(input, signal);
  if (typed.trim().toUpperCase() !== expected) throw new Error(`${expected} was not typed, nothing is erased`);
}

/** Resolves with an empty text when the input ends. @throws {HoldingError} when the signal is aborted */
async function readLine(input: NodeJS.ReadableStream, signal: AbortSignal): Promise<string> {
  // Without `terminal`, so that Ctrl-C stays a signal.
  const lines = createInterface({ input, signal, terminal: false });
  try {
    for await (const line of lines) return line;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    lines.close();
  }
  if (signal.aborted) throw new HoldingError(signal.reason, 'nothing is erased');
  return '';
}
