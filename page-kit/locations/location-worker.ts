import { serveLocations } from './location-reader.ts';
import { locationTasks } from './picture-location.ts';

serveLocations(locationTasks);
