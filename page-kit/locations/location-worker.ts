import { locationTasks } from './picture-location.ts';
import { serveLocations } from './serve-locations.ts';

serveLocations(locationTasks);
