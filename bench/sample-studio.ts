const questionCount = 8;

const ids = Array.from({ length: questionCount }, (_, index) => `question-${index + 1}`);

/** A studio that is open, with questions, prices and limits that no run of the bench reaches. */
export const sampleStudio = {
  types: [
    {
      id: 'illustration',
      name: { en: 'Illustration' },
      price: { amount: 12_000 },
      options: [{ id: 'full-body', name: { en: 'Full body' }, price: { amount: 4_000 } }],
    },
  ],
  questions: ids.map((id) => ({ id, label: { en: `Question ${id}` }, kind: 'paragraph' })),
  prices: { currency: 'EUR' },
  opening: {
    mode: 'scheduled',
    opensAt: '2020-01-01T00:00:00Z',
    closesAt: '2100-01-01T00:00:00Z',
    timeZone: 'Europe/Berlin',
    requestLimit: 10_000,
    slots: { total: 200 },
    whenFull: 'waitlist',
    late: 'waitlist',
  },
};

/** The part `commission-form` that the page sends for this studio: 2 KiB. */
export const sampleAnswers = JSON.stringify({
  v: 1,
  revision: 1,
  language: 'en',
  answers: Object.fromEntries(ids.map((id) => [id, 'She sits by the window in the light of the evening. '.repeat(4)])),
  estimate: { amount: 16_000, currency: 'EUR' },
});
