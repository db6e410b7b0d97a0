import { useEffect, useId, useState } from 'preact/hooks';
import { directionOf } from '../../../../page-kit/language/messages.ts';
import { useFormWords, useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import type { Opening, SentReport } from '../../model/watch-opening.ts';
import { LanguageChoice } from '../../parts/language-choice.tsx';
import { useLoaded } from '../../parts/loaded-part.tsx';
import { isSame } from '../../studio/draft/describe-changes.ts';
import { leastSlots, mostSlots, type SentStudio } from '../../studio/draft/draft-shapes.ts';
import { languagesOf, textsOf, withWords, wordsIn } from '../../studio/draft/localized.ts';
import { useTypedNumber } from '../../studio/fields/use-typed-number.ts';
import { useOpeningChange } from './use-opening-change.ts';

interface OpeningWordsProps {
  readonly report: SentReport;
}

/** What customers read while the form is closed, and the number of slots. Each is saved when its field is left. */
export function OpeningWords({ report }: OpeningWordsProps) {
  const { call } = useInbox();
  const [studio] = useLoaded(() => call<SentStudio>('GET', '/studio'));
  const languages = studio.name === 'loaded' ? languagesOf(textsOf(studio.value.document)) : ['en'];
  return (
    <div class="opening-words">
      <MessageField report={report} languages={languages} />
      <SlotsField report={report} />
    </div>
  );
}

interface MessageFieldProps extends OpeningWordsProps {
  readonly languages: readonly string[];
}

function MessageField({ report, languages }: MessageFieldProps) {
  const { text, language: own } = useFormWords();
  const { change } = useOpeningChange(report);
  const id = useId();
  const saved = report.opening?.message ?? null;
  const [message, write] = useState<Opening['message']>(saved);
  const [chosen, choose] = useState<string | null>(null);
  // Another person may have written it, or an undo.
  useEffect(() => write(saved), [JSON.stringify(saved)]);
  const language = chosen ?? (languages.includes(own) ? own : 'en');
  const words = wordsIn(message, language);
  return (
    <div class="opening-message">
      <label for={id}>{text('openingMessage')}</label>
      {languages.length > 1 && <LanguageChoice languages={languages} chosen={language} onChoose={choose} />}
      <textarea
        id={id}
        rows={2}
        lang={language}
        dir={words === '' ? directionOf(language) : 'auto'}
        value={words}
        placeholder={text('openingMessageHint')}
        onInput={({ currentTarget }) => write(withWords(message, language, currentTarget.value))}
        onChange={() => !isSame(message, saved) && change({ message })}
      />
    </div>
  );
}

function SlotsField({ report }: OpeningWordsProps) {
  const { text, region } = useFormWords();
  const words = useIntakeWords();
  const { change } = useOpeningChange(report);
  const { total = null, byType = {} } = report.opening?.slots ?? {};
  const [number, write] = useState(total);
  useEffect(() => write(total), [total]);
  const typed = useTypedNumber(number, region, write);
  const isOff = typed.isUnclear || (number !== null && !(number >= leastSlots && number <= mostSlots));
  return (
    <label class="opening-slots">
      <span>{words.text('slots')}</span>
      <input
        {...typed.attributes}
        aria-invalid={isOff}
        placeholder={words.text('slotsUnlimited')}
        onChange={() => !isOff && number !== total && change({ slots: { total: number, byType } })}
      />
      {isOff && <span class="fault">{text('faultRange', { least: leastSlots, most: mostSlots })}</span>}
    </label>
  );
}
