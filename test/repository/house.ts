/** The rooms of a source folder by floors, the lowest first. A room is a folder with all that no other room has of it. */
export type Floors = readonly (readonly string[])[];

/** A room imports the rooms of the floors below its own. The files beside the rooms are above them all. */
export const houses = {
  src: [
    ['platform/failure', 'platform/language', 'platform/measurements', 'platform/shapes', 'platform/waiting'],
    ['platform/disk', 'platform/log', 'platform/upkeep'],
    ['platform/database', 'platform/objects', 'platform/secrets'],
    ['customers/events', 'customers/submission'],
    [
      'customers/catalogue',
      'customers/form-data',
      'customers/guard',
      'customers/journal',
      'customers/readiness',
      'customers/spool',
      'customers/status-links',
    ],
    ['customers/records', 'customers/studio'],
    ['customers/pictures'],
    ['customers/intake', 'customers/opening', 'customers/queue', 'customers/revisions'],
    ['operators/accounts', 'operators/previews'],
    ['operators/requests'],
    ['operators/deliveries'],
    ['operators/guard'],
    ['operators/inbox', 'operators/opening'],
    ['keeping/erasure', 'keeping/files'],
    ['keeping/backup'],
    ['configuration', 'doctor', 'host/heartbeat', 'host/metrics'],
    ['http/reply', 'process/program'],
    ['http/connection'],
    ['http/operator', 'http/public', 'http/site', 'http/status-page'],
    ['http'],
    ['process/stores'],
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
    ['accounts', 'bulk', 'deliveries', 'form'],
    ['intake'],
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
    ['places'],
    ['attachments', 'receipt', 'studio'],
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
    from: ['operators', 'keeping', 'http/operator'],
    imported: ['customers/intake', 'customers/form-data', 'customers/spool'],
  },
  {
    rule: 'The core gets values, and knows no environment',
    from: ['http'],
    imported: ['configuration'],
  },
  {
    rule: 'A store is used by its contract. Who starts the program chooses the implementation',
    from: ['platform/database', 'customers', 'operators', 'keeping', 'doctor', 'http'],
    imported: ['platform/objects/s3', 'platform/objects/filesystem'],
  },
];

/** Rooms that import no file with statements of SQL from another room: they get its contract. */
export const withoutSql: readonly string[] = ['customers/intake', 'http', 'doctor'];
