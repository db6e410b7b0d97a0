import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { askingCatalogue } from '../../test/support/asking-catalogue.ts';
import { emptyDraft } from '../draft/draft.ts';
import { loadLaterMessages, loadMessages } from '../language/languages.ts';
import { shownEstimate } from './shown-estimate.ts';

const english = createTranslator('en', { ...(await loadMessages('en')), ...(await loadLaterMessages('en')) }, [
  'en-GB',
]);

describe('an estimate', () => {
  it('sums up the choices, line by line', () => {
    const draft = {
      ...emptyDraft,
      typeId: 'portrait',
      optionId: 'full',
      extraIds: ['express'],
      answers: { figures: '2' },
    };
    expect(shownEstimate(askingCatalogue, draft, english)).toEqual({
      lines: [
        { name: 'Portrait, 2 × €120', amount: 'from €240' },
        { name: 'Full figure, 2 × €60', amount: '€120' },
        { name: 'Within two weeks (25% of the base price)', amount: '€90' },
      ],
      total: 'from €450',
    });
  });

  it('is null before an entry with a price is chosen', () => {
    expect(shownEstimate(askingCatalogue, emptyDraft, english)).toBeNull();
  });
});
