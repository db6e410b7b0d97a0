import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { confirmationOf, confirmErasure } from './confirm-erasure.ts';

function open({ isTTY = true }: { readonly isTTY?: boolean } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY });
  let asked = '';
  const write = (text: string) => {
    asked += text;
    return true;
  };
  const stop = new AbortController();
  const terminal = { input, output: { isTTY }, question: { write } };
  return {
    input,
    stop,
    confirm: (expected: string) => confirmErasure(terminal, 'Erases it.', expected, stop.signal),
    asked: () => asked,
  };
}

describe('confirming an erasure', () => {
  it.each(['K7QX-29MB\n', ' k7qx-29mb \r\nmore\n'])('goes on once %j is typed', async (typed) => {
    const { input, confirm, asked } = open();
    input.write(typed);
    await confirm('K7QX-29MB');
    expect(asked()).toBe('Erases it. Type K7QX-29MB to continue: ');
  });

  it.each(['\n', 'y\n', 'yes\n', 'K7QX-29M\n'])('erases nothing when %j is typed', async (typed) => {
    const { input, confirm } = open();
    input.write(typed);
    await expect(confirm('K7QX-29MB')).rejects.toThrow('nothing is erased');
  });

  it('erases nothing when the input ends', async () => {
    const { input, confirm } = open();
    input.end();
    await expect(confirm('K7QX-29MB')).rejects.toThrow('nothing is erased');
  });

  it('says why it was stopped, and that nothing is erased', async () => {
    const { stop, confirm } = open();
    const confirmed = confirm('K7QX-29MB');
    stop.abort(new Error('stopped'));
    await expect(confirmed).rejects.toMatchObject({ cause: new Error('stopped'), holds: 'nothing is erased' });
  });

  it('asks nothing without a terminal', async () => {
    const { confirm, asked } = open({ isTTY: false });
    await confirm('K7QX-29MB');
    expect(asked()).toBe('');
  });

  it('asks for the number of one request, and for the count of those of a person or a rule', () => {
    const one = { number: 'K7QX-29MB' };
    expect(confirmationOf('request', [one], [])).toEqual({
      effect: 'Erases K7QX-29MB for good.',
      expected: 'K7QX-29MB',
    });
    expect(confirmationOf('person', [one], [])).toEqual({ effect: 'Erases 1 request for good.', expected: '1' });
    expect(confirmationOf('retention', [one, one], [])).toEqual({
      effect: 'Erases 2 requests for good.',
      expected: '2',
    });
  });

  it('names and counts the other data of a person', () => {
    expect(confirmationOf('person', [], ['the address'])).toEqual({
      effect: 'Erases the address for good.',
      expected: '1',
    });
    expect(confirmationOf('person', [{ number: 'K7QX-29MB' }], ['the address', 'the text of 1 block'])).toEqual({
      effect: 'Erases 1 request, the address and the text of 1 block for good.',
      expected: '3',
    });
  });
});
