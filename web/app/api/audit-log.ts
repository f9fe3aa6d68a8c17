/** Who did what to identities. */
import { auditListOptions } from './generated/@tanstack/react-query.gen.ts';
import type { AuditEntryOut, AuditListData } from './generated/index.ts';

export type AuditRecord = AuditEntryOut;
export type AuditAction = AuditEntryOut['action'];

export const listAuditLogOptions = (query: AuditListData['query']) => auditListOptions({ query });
