import PlaceWorker from '../../page-kit/places/place-worker.ts?worker&inline';
import { readPlacesInWorkersOf } from '../../page-kit/places/places-in-worker.ts';
import { defineCommissionForm } from './define-element.ts';
import { solveInWorkersOf } from './sending/solver.ts';
import SolverWorker from './sending/solver-worker.ts?worker&inline';

// A page of another origin may start no worker from a file of this one, but often one from a text.
solveInWorkersOf(() => new SolverWorker());
readPlacesInWorkersOf(() => new PlaceWorker());
defineCommissionForm();
