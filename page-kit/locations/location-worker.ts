import { placeTasks } from './picture-place.ts';
import { servePlaces } from './serve-places.ts';

servePlaces(placeTasks);
