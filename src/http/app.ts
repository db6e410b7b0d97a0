import type { FastifyInstance } from 'fastify';
import { limitConnections } from './connection/connection-limit.ts';
import { type ConnectionLimits, createHttpApp } from './connection/create-http-app.ts';
import { addAvailabilityRoute } from './public/availability.ts';
import { addCatalogueRoutes, type CatalogueOptions } from './public/catalogue.ts';
import { addChallengeRoute, type ChallengeOptions } from './public/challenge.ts';
import { addCommissionsRoute, type CommissionsOptions } from './public/commissions.ts';
import { createCrossOrigin } from './public/cross-origin.ts';
import { addHealthRoutes, type HealthOptions } from './public/health.ts';
import { addOpeningNoticesRoute, type OpeningNoticesOptions } from './public/opening-notices.ts';
import { addQueueRoute } from './public/queue.ts';
import { addPicture, addSite, addSlashRedirect, type SiteOptions } from './site/site.ts';
import { addStudioPictures, type StudioPictureOptions } from './site/studio-pictures.ts';
import { addNoticePage, addQueuePage, addStatusRoute, addTermsRoute } from './status-page/page-routes.ts';
import { readPageStyle } from './status-page/page-style.ts';
import type { QueuePageOptions } from './status-page/queue-handler.ts';
import type { PageIcon } from './status-page/status-document.tsx';
import type { StatusPageOptions } from './status-page/status-handler.ts';
import type { TermsPageOptions } from './status-page/terms-page.tsx';

/** The parts of the customers' listener. */
export interface CustomerParts
  extends CommissionsOptions,
    HealthOptions,
    CatalogueOptions,
    ChallengeOptions,
    Omit<SiteOptions, 'addApiRoutes'>,
    StudioPictureOptions,
    Omit<StatusPageOptions, 'icon' | 'style'>,
    Omit<QueuePageOptions, 'icon' | 'style'>,
    OpeningNoticesOptions,
    Omit<TermsPageOptions, 'icon' | 'style'>,
    ConnectionLimits {
  /** The beginning of every path. It ends with `/`. */
  readonly publicPath: string;
  /** As `createCrossOrigin`. */
  readonly allowedOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-For` is believed where views are counted, as `trustOf`. */
  readonly trustedProxies?: readonly string[];
  /** Clients' connections open at once. */
  readonly maxConnections: number;
}

/** The HTTP side that customers see. The caller makes it listen. */
export function createApp(options: CustomerParts): FastifyInstance {
  const crossOrigin = createCrossOrigin(options.allowedOrigins);
  const style = readPageStyle(options.pageDirectory, 'status-page.css');
  let icon: PageIcon | null = null;
  const app = createHttpApp({
    ...options,
    async missingPage(request, reply) {
      const { renderMissingPage } = await import('./status-page/missing-page.ts');
      return renderMissingPage(request, reply, { ...options, icon, style });
    },
    decorateResponse: crossOrigin.allow,
    preflight: crossOrigin.preflight,
    onRouteError: (error) => options.log.error({ err: error }, 'A route failed'),
  });
  limitConnections(app.server, options.maxConnections, () =>
    options.log.warn(`${options.maxConnections} connections are open, MAX_CONNECTIONS: others are closed at once`),
  );
  // Routes read the body from the request's own stream.
  app.removeAllContentTypeParsers();

  const prefix = options.publicPath.slice(0, -1);
  app.register(
    async (scope) => {
      addApiRoutes(scope, options);
    },
    { prefix },
  );
  app.register(
    async (scope) => {
      await addSite(scope, { ...options, addApiRoutes: async (described) => addApiRoutes(described, options) });
      addStudioPictures(scope, options);
      const picture = options.pictures.icon;
      icon = picture && { path: addPicture(scope, picture), mediaType: picture.mediaType };
      addStatusRoute(scope, { ...options, icon, style });
      addQueuePage(scope, { ...options, icon, style: readPageStyle(options.pageDirectory, 'queue-page.css') });
      addNoticePage(scope, { ...options, icon, style });
      addTermsRoute(scope, { ...options, icon, style });
    },
    { prefix },
  );
  addSlashRedirect(app, options.publicPath);
  return app;
}

function addApiRoutes(scope: FastifyInstance, options: CustomerParts): void {
  addCommissionsRoute(scope, options);
  addCatalogueRoutes(scope, options);
  addAvailabilityRoute(scope, options);
  addChallengeRoute(scope, options);
  addOpeningNoticesRoute(scope, options);
  addQueueRoute(scope, options);
  addHealthRoutes(scope, options);
}
