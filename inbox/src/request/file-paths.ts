import { apiPath } from '../api/call.ts';

const requestPath = (id: string) => `${apiPath}/requests/${id}`;

export const filePath = (id: string, position: number): string => `${requestPath(id)}/files/${position}`;

export const zipPath = (id: string): string => `${requestPath(id)}/files.zip`;
