import { describeCaddyDuringRestarts, describeRestarts, describeStoppedService } from './support/behind-restarts.ts';
import { startChangedCaddy, startNginx } from './support/proxy.ts';

describeRestarts('with the proxies of Debian 13', () => {
  describeCaddyDuringRestarts('trixie');
  describeStoppedService('Caddy', (...args) => startChangedCaddy('trixie', [[/lb_try_duration \w+/, '']], ...args));
  describeStoppedService('nginx', startNginx);
});
