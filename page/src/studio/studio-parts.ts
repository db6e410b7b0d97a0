/** The entry of a chunk that loads when a catalogue has something for it. */
export { ClosedView } from './closed-view.tsx';
export { entriesWithParts, slotsNote } from './entry-parts.tsx';
export { EstimateTotal, EstimateView } from './estimate-view.tsx';
export { detailLines, detailsOf } from './form-details.ts';
export { interruptionOf } from './interruption.ts';
export { issuesOf, withoutRefused } from './issues.ts';
export { LegalFooter } from './legal-footer.tsx';
export { OpeningNote } from './opening-note.tsx';
export { Questions } from './questions.tsx';
export { QueueName } from './queue-name.tsx';
export { shownAnswers } from './shown-answers.ts';
export { default as studioStyle } from './studio.css?inline';
export { Terms } from './terms.tsx';
