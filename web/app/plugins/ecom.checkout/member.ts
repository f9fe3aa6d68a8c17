import type { AccountOut } from '../../api/generated/index.ts';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';

/** What a member's form begins with; undefined where it cannot be had: then it is typed. */
export async function readMember(): Promise<{ email: string; name: string } | undefined> {
  try {
    const { user } = await apiJson<AccountOut>('GET', '/auth/account');
    const { emailAddress, firstName, lastName } = user.person;
    return { email: emailAddress, name: `${firstName} ${lastName}`.trim() };
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
