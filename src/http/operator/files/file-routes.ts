import type { OperatorScope } from '../operator-scope.ts';
import { addDownloadRoute, type DownloadRouteOptions } from './download-route.ts';
import { addPreviewRoute, type PreviewRouteOptions } from './preview-route.ts';
import { addZipRoutes, type ZipRoutesOptions } from './zip-routes.ts';

export type FileRoutesOptions = DownloadRouteOptions & PreviewRouteOptions & ZipRoutesOptions;

/** What customers attached. */
export async function addFileRoutes(app: OperatorScope, options: FileRoutesOptions): Promise<void> {
  await addDownloadRoute(app, options);
  await addPreviewRoute(app, options);
  await addZipRoutes(app, options);
}
