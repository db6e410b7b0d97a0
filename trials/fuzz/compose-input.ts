import { invalidBodies, validBodies } from '../../test/support/multipart-corpus.ts';
import { createRandom, type Random } from '../random.ts';
import { cutAtRandom } from './cut.ts';
import { type Form, generateForm } from './generate.ts';
import type { FuzzInput } from './input.ts';
import { mutate } from './mutate.ts';

const corpus: readonly Form[] = [...validBodies, ...invalidBodies]
  // The random bytes differ in each process, so inputs derived from them would not be reproducible.
  .filter(({ title }) => title !== 'random bytes')
  .map(({ boundary, body }) => ({ boundary, text: body.toString('latin1') }));
const longBytes = 4000;
const shortForms = corpus.filter(({ text }) => text.length <= longBytes);
const longForms = corpus.filter(({ text }) => text.length > longBytes);

/** Returns the input of one execution: a form from the corpus or a new one, with zero or more mutations. */
export function composeInput(seed: number, index: number): FuzzInput {
  const random = createRandom(seedOf(seed, index));
  const form = chooseForm(random);
  const changes = random.pick([0, 1, 1, 2, 3, 5]);
  const { boundary, text } = mutate(form, chooseForm(random), changes, random);
  const body = Buffer.from(text, 'latin1');
  return { boundary, body, cuts: [cutAtRandom(body, random), cutAtRandom(body, random)] };
}

function chooseForm(random: Random): Form {
  if (random.oneIn(500)) return random.pick(longForms);
  return random.oneIn(2) ? random.pick(shortForms) : generateForm(random);
}

/** Mixes run and execution numbers, so that consecutive numbers give unrelated seeds. */
function seedOf(run: number, execution: number): number {
  return Math.imul(run ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(execution + 1, 0xc2b2ae35);
}
