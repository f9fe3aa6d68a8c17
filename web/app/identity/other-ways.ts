/** What opens an account whatever its password is, in words: for the screens on which that is changed by a link. */
import { plural, t } from '@lingui/core/macro';
import { screenFormats } from '#words/screen-formats.ts';

export interface OtherWays {
  apiTokens: number;
  passkeys: number;
}

/** "2 API tokens and 1 passkey"; empty where there is neither. */
export function otherWays({ apiTokens, passkeys }: OtherWays): string {
  const parts = [
    apiTokens > 0 && t`${plural(apiTokens, { one: '# API token', other: '# API tokens' })}`,
    passkeys > 0 && t`${plural(passkeys, { one: '# passkey', other: '# passkeys' })}`,
  ];
  return screenFormats().list(parts.filter((part) => part !== false));
}
