/** How the workers are started. The page and the element load their scripts in ways of their own. */
export interface Workers {
  /** Starts `solver-worker.ts`. */
  readonly solver: () => Worker;
  /** Starts `location-worker.ts`. */
  readonly locations: () => Worker;
}

const none = () => {
  throw new Error('No worker may start');
};
let workers: Workers = { solver: none, locations: none };

export function startWorkersBy(given: Workers): void {
  workers = given;
}

export const startWorker = (name: keyof Workers): Worker => workers[name]();
