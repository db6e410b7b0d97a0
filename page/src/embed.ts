import { createReaders } from 'virtual:location-readers';
import { solverScript } from 'virtual:solver-script';
import { serveLocations } from '../../page-kit/locations/location-reader.ts';
import { defineCommissionForm } from './commission-form-element.tsx';
import { startWorkersBy } from './workers/start-worker.ts';

// A page of another origin may start no worker from a file of this one, but often one from a text.
startWorkersBy({
  solver: () => workerOf(solverScript),
  locations: () => workerOf(`(${serveLocations})((${createReaders})().locationTasks)`),
});
defineCommissionForm();

function workerOf(script: string): Worker {
  const text = new Blob([`URL.revokeObjectURL(location.href);${script}`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(text));
}
