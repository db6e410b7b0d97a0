import { apiPath } from '../api/send.ts';

const requestPath = (id: string) => `${apiPath}/requests/${id}`;

export const filePath = (id: string, position: number): string => `${requestPath(id)}/files/${position}`;

/** The file as a picture of the page, which the history does not record as a download. */
export const viewPath = (id: string, position: number): string => `${filePath(id, position)}?view=true`;

export const zipPath = (id: string): string => `${requestPath(id)}/files.zip`;
