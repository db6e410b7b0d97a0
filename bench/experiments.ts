/** What is measured beside the loads that all take turns at. */
export interface Experiment {
  readonly name: 'eight-uploads' | 'start-up' | 'grown-table' | 'inbox' | 'deliveries';
  /** Whether it is run without being asked for. */
  readonly isUsual: boolean;
}

export const experiments: readonly Experiment[] = [
  { name: 'eight-uploads', isUsual: true },
  { name: 'start-up', isUsual: true },
  { name: 'grown-table', isUsual: false },
  { name: 'inbox', isUsual: false },
  { name: 'deliveries', isUsual: false },
];
