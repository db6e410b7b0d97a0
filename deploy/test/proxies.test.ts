import { describeBehindProxy } from './support/behind-proxy.ts';
import { startCaddyOf, startNginxOf } from './support/proxy.ts';

describeBehindProxy('Caddy of Debian 13', (...args) => startCaddyOf('trixie', ...args));
describeBehindProxy('nginx of Debian 13', (...args) => startNginxOf('trixie', ...args));
