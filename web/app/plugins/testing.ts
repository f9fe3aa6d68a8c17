/** For tests: the props of a view, as a page gives them. */
import type { ShownFile, ShownFiles } from '../page/types.ts';
import { WINDOW } from '../page/window-room.ts';
import type { Fields, PostProps, PostResult, Query, ServiceAnswer, ViewProps } from './contract.ts';

interface Given<F extends Fields, Data> {
  ref?: string;
  fields: F;
  data?: Data;
  url?: string;
  title?: string;
  query?: Query;
  namingPages?: Record<string, string[]>;
  position?: number;
  files?: ShownFiles;
  headingAbove?: number;
}

export function viewProps<F extends Fields, Data = never>(given: Given<F, Data>): ViewProps<F, Data> {
  const {
    ref = 'test.one',
    fields,
    data,
    url = '/',
    title = 'Page',
    query = {},
    namingPages = {},
    position = 0,
    files = {},
    headingAbove = 0,
  } = given;
  return {
    id: 'p',
    ref,
    fields,
    data,
    position,
    query,
    namingPages,
    page: { url, title },
    files,
    room: WINDOW,
    hasFirstImage: false,
    isForEditor: false,
    headingAbove,
    hasOtherTitle: false,
    site: { name: 'Harbour', language: 'en', dir: 'ltr', currency: 'GBP', timeZone: 'Europe/London' },
  };
}

/** An image of the library that everybody sees. */
export function shownFile(changed: Partial<ShownFile> = {}): ShownFile {
  return {
    id: '0199a1b2-0000-7000-8000-000000000001',
    address: '/files/a.jpg?v=1',
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    size: 1_000_000,
    width: 3000,
    height: 2000,
    hasSizes: true,
    alt: '',
    title: '',
    focalPoint: { x: 0.5, y: 0.5 },
    ...changed,
  };
}

/** A form that is passed on: what comes of the service's answer, and what the service was asked. */
export function passedOn<F extends Fields>(
  post: (props: PostProps<F>) => Promise<PostResult>,
  props: ViewProps<F>,
  answer: ServiceAnswer,
): { result: Promise<PostResult>; passed: string[] } {
  const passed: string[] = [];
  const pass: PostProps['pass'] = async (service, path) => {
    passed.push(`${service} ${path}`);
    return answer;
  };
  const call: PostProps['call'] = () => Promise.reject(new Error('nothing else is called'));
  return { result: post({ ...props, form: {}, search: new URLSearchParams(), call, pass }), passed };
}

/** What a service answers that refuses a form. */
export function refusal(code: string, more: object = {}, status = 422): ServiceAnswer {
  return { status, body: { code, title: 'No', errors: [], ...more } };
}
