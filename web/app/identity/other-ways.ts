/** What opens an account whatever its password is, in words: for the screens on which that is changed by a link. */

export interface OtherWays {
  apiTokens: number;
  passkeys: number;
}

const some = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/** "2 API tokens and 1 passkey"; empty where there is neither. */
export function otherWays({ apiTokens, passkeys }: OtherWays): string {
  return [apiTokens > 0 && some(apiTokens, 'API token'), passkeys > 0 && some(passkeys, 'passkey')]
    .filter((part) => part !== false)
    .join(' and ');
}
