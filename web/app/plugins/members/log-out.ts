/** On the server: logging out by a form that posts to its page. */
import type { PostProps, PostResult } from '../contract.ts';

export async function logOut(call: PostProps['call']): Promise<PostResult> {
  const { status } = await call('auth', 'DELETE', '/auth/tokens');
  // Who is logged out already has what they want.
  if (status < 300 || status === 401) return {};
  return { posted: { problem: 'You could not be logged out. Try again in a moment.' } };
}
