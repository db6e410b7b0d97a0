import { createReaders } from 'virtual:place-readers';
import { solverScript } from 'virtual:solver-script';
import { servePlaces } from '../../page-kit/locations/serve-places.ts';
import { defineCommissionForm } from './define-element.ts';
import { startWorkersBy } from './workers/start-worker.ts';

// A page of another origin may start no worker from a file of this one, but often one from a text.
startWorkersBy({
  solver: () => workerOf(solverScript),
  places: () => workerOf(`(${servePlaces})((${createReaders})().placeTasks)`),
});
defineCommissionForm();

function workerOf(script: string): Worker {
  const text = new Blob([`URL.revokeObjectURL(location.href);${script}`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(text));
}
