/** The rooms of a source folder by floors, the lowest first. A room is a folder with all that no other room has of it. */
export type Floors = readonly (readonly string[])[];

/** A room imports the rooms of the floors below its own. The files beside the rooms are above them all. */
export const roomsOf = {
  src: [
    ['platform/failure', 'platform/language', 'platform/measurements', 'platform/shapes', 'platform/waiting'],
    ['platform/disk', 'platform/log', 'platform/upkeep'],
    ['platform/database', 'platform/objects', 'platform/secrets'],
    ['events'],
    ['events/status-links', 'intake/submission'],
    ['intake/form-data', 'intake/journal', 'intake/readiness', 'intake/spool'],
    ['intake/records'],
    ['intake/steps', 'studio/catalogue'],
    ['accounts', 'studio/document'],
    ['studio/pictures'],
    ['studio/previews', 'studio/revisions'],
    ['requests/facet'],
    ['requests/facets'],
    ['configuration', 'deliveries'],
    ['doctor', 'triage/guard'],
    ['requests/entries', 'triage/opening'],
    ['requests/inbox', 'requests/queue', 'triage'],
    ['keeping/erasure', 'keeping/files'],
    ['keeping/backup'],
    ['http/reply', 'process/program'],
    ['http/connection', 'process/host'],
    ['http/open-api'],
    ['http/operator', 'http/public', 'http/site', 'http/status-page'],
    ['http'],
    ['process/stores'],
    ['process/parts'],
    ['process/doctor', 'process/upkeep'],
    ['process/service'],
    ['process'],
    ['commands/output'],
    ['commands/task'],
    ['commands/requests', 'commands/studio'],
    ['commands'],
    ['main'],
  ],
  'inbox/src': [
    ['api', 'cells', 'form-preview'],
    ['keys', 'language', 'router', 'stream', 'theme'],
    ['model'],
    ['parts'],
    ['accounts', 'bulk', 'deliveries', 'studio'],
    ['triage'],
    ['board', 'first-run', 'request'],
    ['settings'],
    ['list', 'palette'],
    ['app'],
  ],
  'page/src': [
    ['language', 'workers'],
    ['parts'],
    ['rules'],
    ['draft'],
    ['locations'],
    ['attachments', 'studio'],
    ['receipt'],
    ['form'],
    ['sending'],
  ],
} as const satisfies Readonly<Record<string, Floors>>;

/** Imports of `src/` that a rule forbids although they lead down. A path is a folder or a file. */
export interface Ban {
  readonly rule: string;
  readonly from: readonly string[];
  readonly imported: readonly string[];
}

export const bans: readonly Ban[] = [
  {
    rule: 'What operators see knows nothing of how a form is taken in',
    from: ['studio', 'accounts', 'deliveries', 'triage', 'requests', 'keeping', 'http/operator'],
    imported: ['intake/steps', 'intake/form-data', 'intake/spool'],
  },
  {
    rule: 'The core gets values, and knows no environment',
    from: ['http'],
    imported: ['configuration'],
  },
  {
    rule: 'A store is used by its contract. Who starts the program chooses the implementation',
    from: [
      'platform/database',
      'events',
      'intake',
      'studio',
      'accounts',
      'deliveries',
      'triage',
      'requests',
      'keeping',
      'doctor',
      'http',
    ],
    imported: ['platform/objects/s3', 'platform/objects/filesystem'],
  },
];

/** Rooms that import no file with statements of SQL from another room: they get its contract. */
export const withoutSql: readonly string[] = ['intake/steps', 'http', 'doctor'];
