import { useQuery } from '@tanstack/react-query';
import { siteOptions } from '../api/site.ts';

/** For what says whether the site can send mail: whether that has been read, or cannot be. */
export const useIsSiteKnown = (): boolean => !useQuery(siteOptions()).isPending;
