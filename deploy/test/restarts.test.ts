import {
  describeCaddyDuringRestarts,
  describeOpenSocket,
  describeRestarts,
  describeStoppedByHost,
  describeStoppedService,
} from './support/behind-restarts.ts';
import { startCaddy, startChangedCaddy, startNginx, startNginxWith } from './support/proxy.ts';

describeRestarts('with the proxies of Debian 13', () => {
  describeCaddyDuringRestarts('trixie');
  describeOpenSocket({ caddy: startCaddy, nginx: startNginx });
  describeStoppedByHost('Caddy', (...args) =>
    startChangedCaddy('trixie', [[/# (header Retry-After|respond) /g, '$1 ']], ...args),
  );
  describeStoppedByHost('nginx', (...args) =>
    startNginxWith([[/# (add_header Retry-After|return 503)/g, '$1']], ...args),
  );
  describeStoppedService('Caddy', (...args) => startChangedCaddy('trixie', [[/lb_try_duration \w+/, '']], ...args));
  describeStoppedService('nginx', startNginx);
});
