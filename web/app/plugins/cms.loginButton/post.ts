import type { PostProps, PostResult } from '../contract.ts';
import { logOut } from '../members/log-out.ts';

/** Logs out without JavaScript. */
export default function post(props: PostProps): Promise<PostResult> {
  return logOut(props);
}
