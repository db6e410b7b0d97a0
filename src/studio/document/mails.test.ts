import { describe, expect, it } from 'vitest';
import { sentenceOf } from './faults.ts';
import { readStudio } from './read-studio.ts';
import { readStoredStudio } from './stored-studio.ts';

function sentences(mails: unknown): readonly string[] {
  const read = readStudio({ mails });
  return 'faults' in read ? read.faults.map((fault) => sentenceOf(fault, 'the document')) : [];
}

describe('the mails of a studio', () => {
  it('have texts for some languages, and need none in English', () => {
    const read = readStudio({
      mails: { ACCEPTED: { text: { ja: '{studio}です。\n\n{type}（{number}）' } }, signature: 'Mara' },
    });
    expect(read).toMatchObject({
      studio: {
        mails: {
          NEW: null,
          ACCEPTED: { subject: null, text: { ja: '{studio}です。\n\n{type}（{number}）' } },
          operatorMessage: null,
          signature: { en: 'Mara' },
        },
      },
    });
  });

  it('cannot have a placeholder that mails do not have, which is named', () => {
    const have = 'mails have {studio}, {type}, {number}, {received}, {due}, {link}';
    expect(sentences({ NEW: { text: { de: 'Hallo {name}, {Vor name} {studio} {}' } } })).toEqual([
      `\`mails.NEW.text.de\` has the placeholder {name}, {Vor name}, {}: ${have}`,
    ]);
    expect(sentences({ operatorMessage: { subject: { en: '{price}' } } })).toEqual([
      `\`mails.operatorMessage.subject.en\` has the placeholder {price}: ${have}`,
    ]);
  });

  it.each([
    ['a line break', 'a\nBcc: b@example.org'],
    ['a carriage return', 'a\rb'],
    ['a line separator', 'a\u2028b'],
    ['a control character', 'a\u0007b'],
  ])('cannot have a subject with %s', (_name, subject) => {
    expect(sentences({ NEW: { subject: { en: subject } } })).toEqual(['`mails.NEW.subject.en` must be one line']);
  });

  it('are of bounded length, and not empty', () => {
    expect(sentences({ NEW: { subject: { en: 'x'.repeat(201) }, text: { en: 'x'.repeat(5001) } } })).toEqual([
      '`mails.NEW.subject.en` has more than 200 characters',
      '`mails.NEW.text.en` has more than 5000 characters',
    ]);
    expect(sentences({ NEW: { subject: {}, text: { en: ' \n' } } })).toEqual([
      '`mails.NEW.subject` is empty',
      '`mails.NEW.text.en` is empty',
    ]);
  });

  it('cannot have other languages, other mails and a text for the message of a person', () => {
    expect(
      sentences({ NEW: { text: { en: 'Hello', tlh: 'Qapla' } }, HELD: null, operatorMessage: { text: { en: 'a' } } }),
    ).toEqual([
      '`mails.NEW.text.tlh` is no key of a catalogue',
      '`mails.operatorMessage.text` is no key of a catalogue',
      '`mails.HELD` is no key of a catalogue',
    ]);
  });

  it('are as delivered in a document that an earlier version has stored', () => {
    const { studio, ignored } = readStoredStudio({ title: { en: 'Lindenhof' } });
    expect([studio.mails, ignored]).toEqual([null, []]);
  });
});
