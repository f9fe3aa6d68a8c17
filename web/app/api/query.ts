import type { UseQueryOptions } from '@tanstack/react-query';

/** A query of which only its data is read. */
// biome-ignore lint/suspicious/noExplicitAny: the options vary in key and error, which no screen reads.
export type Query<Data> = UseQueryOptions<any, any, Data, any>;
