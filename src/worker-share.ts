import type { Config } from './config.ts';

/** What one of the workers has of the budgets of the whole service. */
export function shareOfWorker(config: Config): Config {
  const share = (whole: number) => Math.max(1, Math.floor(whole / config.workers));
  const { admission, database } = config;
  return {
    ...config,
    spoolMemoryBytes: share(config.spoolMemoryBytes),
    admission: {
      ...admission,
      maxUploads: share(admission.maxUploads),
      maxSpoolBytes: share(admission.maxSpoolBytes),
    },
    database: { ...database, poolSize: share(database.poolSize) },
  };
}
