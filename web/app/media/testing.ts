/** For tests: files and folders as the service answers them. */
import type { FileRecord, ListedFolder } from '../api/files.ts';

const MOMENT = '2026-11-01T10:00:00Z';

export function aFile(id: string, given: Partial<FileRecord> = {}): FileRecord {
  const name = given.name ?? `${id}.jpg`;
  const bucketName = given.bucketName ?? '';
  const raw = `/files/${bucketName ? `${bucketName}/` : ''}${name}`;
  return {
    id,
    name,
    bucketName,
    bucketId: null,
    createdAt: MOMENT,
    updatedAt: MOMENT,
    version: 1,
    ext: '.jpg',
    mimeType: 'image/jpeg',
    type: 'image',
    size: 240_000,
    width: 1600,
    height: 1000,
    isPublic: true,
    payload: null,
    alt: '',
    title: '',
    scopeWhitelist: [],
    path: { raw, uri: raw, versioned: `${raw}?v=abc-80`, absolute: { raw, uri: raw } },
    ...given,
    metaData: { folder: bucketName, name, scopeWhitelist: [], ...given.metaData },
  };
}

export function aFolder(name: string, files = 0): ListedFolder {
  return {
    id: `folder-${name}`,
    name,
    label: name.split('/').at(-1) ?? '',
    path: `/files/${name}`,
    createdAt: MOMENT,
    updatedAt: MOMENT,
    version: 1,
    metaData: { scopeWhitelist: [] },
    files,
  };
}
