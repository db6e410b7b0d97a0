import { defaultsOf } from '../draft/defaults.ts';
import type { Localized } from '../draft/localized.ts';
import { newId } from '../draft/new-ids.ts';
import type { Path } from '../draft/paths.ts';
import texts from './texts.json';

type Word = keyof typeof texts;

interface StartingPoint {
  readonly introduction: Localized;
  readonly afterwards: Localized;
  readonly types: readonly object[];
  readonly extras: readonly object[];
}

/** @param languages The texts are in these and in English, which other readers fall back to. */
export function startingPoint(kind: 'illustrator' | 'painter', languages: readonly string[]): StartingPoint {
  const kept = ['en', ...languages];
  const words = (word: Word): Localized =>
    Object.fromEntries(Object.entries(texts[word]).filter(([tag]) => kept.includes(tag)));
  const entry = (list: Path, name: Word, hint: Word | null = null) => ({
    id: newId(),
    name: words(name),
    ...defaultsOf(list),
    description: hint && words(hint),
  });
  const type = (name: Word, hint: Word, options: readonly Word[]) => ({
    ...entry(['types'], name, hint),
    options: options.map((option) => entry(['types', 'options'], option)),
  });
  const sizes = ['small', 'medium', 'large'] as const;
  const finishes = ['sketch', 'lines', 'colour'] as const;
  const isPainter = kind === 'painter';
  return {
    introduction: words(isPainter ? 'painterIntroduction' : 'illustratorIntroduction'),
    afterwards: words('afterwards'),
    types: isPainter
      ? [type('portrait', 'portraitHint', sizes), type('landscape', 'landscapeHint', sizes)]
      : [
          type('character', 'characterHint', finishes),
          type('portrait', 'portraitHint', finishes),
          type('scene', 'sceneHint', finishes),
        ],
    extras: (isPainter ? (['frame', 'gift'] as const) : (['background', 'second'] as const)).map((extra) =>
      entry(['extras'], extra),
    ),
  };
}
