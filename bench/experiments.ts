/** A measurement other than the loads that all entrants share. */
export interface Experiment {
  readonly name: 'eight-uploads' | 'start-up' | 'grown-table' | 'inbox' | 'deliveries' | 'availability';
  /** Whether it runs without being named. */
  readonly isUsual: boolean;
}

export const experiments: readonly Experiment[] = [
  { name: 'eight-uploads', isUsual: true },
  { name: 'start-up', isUsual: true },
  { name: 'grown-table', isUsual: false },
  { name: 'inbox', isUsual: false },
  { name: 'deliveries', isUsual: false },
  { name: 'availability', isUsual: false },
];
