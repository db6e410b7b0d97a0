import { describeCaddyDuringRestarts, describeRestarts, describeStoppedService } from './support/behind-restarts.ts';
import { startNginxOf } from './support/proxy.ts';

describeRestarts('with the proxies of Debian 12', () => {
  describeCaddyDuringRestarts('bookworm');
  describeStoppedService('nginx', (...args) => startNginxOf('bookworm', ...args));
});
