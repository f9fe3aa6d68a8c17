import { canEdit } from '../session/access.ts';
import { readClaims } from '../session/session-store.ts';

/** The shop's texts are also written by people who have no part in the library. */
export const mayUseLibrary = (): boolean => canEdit(readClaims());
