// Beside their other copy, the text of the worker, the readers are compressed by 2.4 kB more.
import '../../page-kit/places/picture-place.ts';
import PlaceWorker from '../../page-kit/places/place-worker.ts?worker&inline';
import { defineCommissionForm } from './define-element.ts';
import SolverWorker from './sending/solver-worker.ts?worker&inline';
import { startWorkersBy } from './workers/start-worker.ts';

// A page of another origin may start no worker from a file of this one, but often one from a text.
startWorkersBy({ solver: () => new SolverWorker(), places: () => new PlaceWorker() });
defineCommissionForm();
