import { describeBehindProxy } from './support/behind-proxy.ts';
import { startCaddyOf, startNginxOf } from './support/proxy.ts';

describeBehindProxy('Caddy of Debian 12', (...args) => startCaddyOf('bookworm', ...args));
describeBehindProxy('nginx of Debian 12', (...args) => startNginxOf('bookworm', ...args));
