import './intake.css';
import { wordsAround } from '../language/words-around.tsx';
import { englishIntakeMessages, IntakeTranslatorContext, loadIntakeMessages } from './intake-messages.ts';

/** Returns the component with its words around it. It renders nothing until they are loaded. */
export const withIntakeWords = wordsAround(IntakeTranslatorContext, {
  english: englishIntakeMessages,
  load: loadIntakeMessages,
});
