/** What is said of pasted images. */
import { plural, t } from '@lingui/core/macro';
import { READING_TIME, type ToastInput } from '../../ui/toast.ts';
import { likelyFolder } from './folder.ts';

export interface Failure {
  address: string;
  /** A sentence of the service's. */
  reason: string;
}

/** It stays until it is over: each image has ten seconds, and others may be before it. */
const UNTIL_OVER = 15 * 60_000;
/** An editor who wants to try again finishes their sentence first. */
const ACTING = 30_000;
const MOST_NAMED = 3;

export function progressNotice(count: number): ToastInput {
  return {
    message: t`${plural(count, { one: 'Copying an image into the media library…', other: 'Copying # images into the media library…' })}`,
    detail: t`You can continue writing.`,
    duration: UNTIL_OVER,
  };
}

export function noticeOfCopies(count: number): ToastInput {
  return {
    kind: 'success',
    message: t`${plural(count, { one: 'The image is in the media library now', other: '# images are in the media library now' })}`,
    detail: t`In the folder “${likelyFolder()}”`,
  };
}

/** The text was left while they were fetched. */
export function noticeOfLeft(count: number): ToastInput {
  return {
    message: t`${plural(count, { one: 'The image is in the media library, but the text you left still loads it from the other site', other: '# images are in the media library, but the text you left still loads them from other sites' })}`,
    detail: t`In the folder “${likelyFolder()}”. Paste the text again to show what is there.`,
    duration: READING_TIME,
  };
}

export function noticeOfFailures(failures: readonly Failure[], onRetry: () => void): ToastInput {
  const reasons = [...new Set(failures.map(({ address, reason }) => `${hostOf(address)}: ${reason}`))];
  const named = reasons.slice(0, MOST_NAMED).join(' ');
  return {
    kind: 'danger',
    message: staying(failures.length),
    detail: `${named} ${whatHappens(failures.map(({ address }) => address))}`,
    action: { label: t`Try again`, onClick: onRetry },
    duration: ACTING,
  };
}

/** Nothing is wrong: somebody did not want them to be copied. */
export function noticeOfCancelled(addresses: readonly string[], onRetry: () => void): ToastInput {
  return {
    message: t`${plural(addresses.length, { one: 'Copying was cancelled: the image stays on the other site', other: 'Copying was cancelled: # images stay on other sites' })}`,
    detail: whatHappens(addresses),
    action: { label: t`Try again`, onClick: onRetry },
    duration: ACTING,
  };
}

/** For somebody who may not put anything into the library. */
export function noticeOfStaying(addresses: readonly string[]): ToastInput {
  return { message: staying(addresses.length), detail: whatHappens(addresses), duration: READING_TIME };
}

export function noticeOfLost(count: number): ToastInput {
  return {
    message: couldNot(count),
    detail: t`${plural(count, { one: 'It is only on your computer or in the app you copied from. Copy the image by itself and paste it here.', other: 'They are only on your computer or in the app you copied from. Copy each image by itself and paste it here.' })}`,
    duration: READING_TIME,
  };
}

/** For somebody who may not put anything into the library. */
export function noticeOfNoRight(count: number): ToastInput {
  return {
    message: couldNot(count),
    detail: t`Pasted images go into the media library, for which you need the scope “editor”.`,
    duration: READING_TIME,
  };
}

/** For somebody who may take nothing out of the library. */
export function noticeOfNoLibrary(): ToastInput {
  return {
    message: t`You can’t choose images here`,
    detail: t`You need the scope “editor” for the media library. Paste an image from another site instead.`,
    duration: READING_TIME,
  };
}

export function noticeOfMisplaced(count: number): ToastInput {
  return {
    message: couldNot(count),
    detail: t`Code blocks cannot contain images. Click into a paragraph and paste again.`,
    duration: READING_TIME,
  };
}

/** The image is in the library, and could not be opened to those who see its page. */
export function noticeOfHidden(): ToastInput {
  return {
    kind: 'danger',
    message: t`Only editors see the pasted image`,
    detail: t`This page is restricted. In the media library, choose who sees the image.`,
    duration: ACTING,
  };
}

export function noticeOfNoUpload(): ToastInput {
  return {
    kind: 'danger',
    message: t`A pasted image was not uploaded`,
    detail: t`Remove it from the text, or paste it again.`,
  };
}

function couldNot(count: number): string {
  return t`${plural(count, { one: 'An image could not be pasted', other: '# images could not be pasted' })}`;
}

function staying(count: number): string {
  return t`${plural(count, { one: 'The image stays on the other site', other: '# images stay on other sites' })}`;
}

/** What visitors get of images that stay where they are. */
function whatHappens(addresses: readonly string[]): string {
  return addresses.some((address) => address.startsWith('http:'))
    ? t`Secure sites do not show images from http: addresses. Use an address that begins with https: instead.`
    : t`${plural(addresses.length, { one: 'Visitors load it from there, if they can.', other: 'Visitors load them from there, if they can.' })}`;
}

function hostOf(address: string): string {
  return new URL(address, location.href).host;
}
