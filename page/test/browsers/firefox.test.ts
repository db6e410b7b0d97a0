import { launchFirefox } from './launch-firefox.ts';
import { testMainPaths } from './main-paths.ts';

testMainPaths('Firefox', () => launchFirefox());
