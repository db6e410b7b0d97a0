import { describe, expect, it } from 'vitest';
import { readSettings } from './settings-file.ts';

const variablesOf = (text: string) => Object.fromEntries(readSettings(text).variables);

describe('a settings file', () => {
  it.each([
    ['A=b', { A: 'b' }],
    ['  A = b c  ', { A: 'b c' }],
    ['\tA\t=\tb\tc\t\n \t\nB=\u2028', { A: 'b\tc', B: '\u2028' }],
    ['A=', { A: '' }],
    ['A=\nB=1', { A: '', B: '1' }],
    ["A='pa#ss'", { A: 'pa#ss' }],
    ["A='a\\b\"c' ", { A: 'a\\b"c' }],
    ['A="it\'s # one"', { A: "it's # one" }],
    ["A=Anna O'Neill <a@example.org>", { A: "Anna O'Neill <a@example.org>" }],
    ['A=postgres://u:$x@h/db?a=b&c=%23', { A: 'postgres://u:$x@h/db?a=b&c=%23' }],
    ['A=1\r\nA=2\r\n', { A: '2' }],
    ['# a comment with \\ in it\n  # and one with =\n\nA=é', { A: 'é' }],
  ])('has the variables of %j', (text, variables) => {
    expect(readSettings(text).faults).toEqual([]);
    expect(variablesOf(text)).toEqual(variables);
  });

  it.each([
    ['A=pa#ss', 'A has a #'],
    ['A=x # note', 'A has a #'],
    ['A=a\\b', 'A has a backslash: put'],
    ['A="a\\nb"', 'A has a backslash between double'],
    ["A='x' # note", 'A has text behind its closing'],
    ["A='x'y'", 'A has text behind its closing'],
    ["A='x", 'A has a quotation mark that does not end'],
    ['A="x\ny"', 'A has a quotation mark that does not end'],
    ['A=`x`', 'A begins with a backtick'],
    ['export A=x', 'begins with export'],
    ['; note', 'begins with a semicolon'],
    ['# note \\', 'is a comment that ends in a backslash'],
    ['A', 'is neither'],
    ['A.B=x', 'is neither'],
    ['1A=x', 'is neither'],
    ['=x', 'is neither'],
    ['\ufeffA=x', 'begins with a byte order mark'],
    ['A=x\0y', 'is not text'],
    ['A=x\rB=y', 'is not text'],
    [Buffer.from([0x41, 0x3d, 0xff]).toString(), 'is not text'],
  ])('refuses %j by the number of its line, without the value', (text, what) => {
    const { faults, variables } = readSettings(`# first\nB=1\n${text}\nC=2`);
    expect(faults[0]).toEqual({ line: 3, what: expect.stringContaining(what) });
    expect(variables.get('B')).toBe('1');
    expect(JSON.stringify(faults)).not.toMatch(/pa#|note|\bx\b/);
  });
});
