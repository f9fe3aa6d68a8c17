/**
 * Finds what people would read and no catalogue has. `npm run words -- --check`, and so `make lint`, fails at each: a word
 * that was forgotten stays English on a German page, and nobody notices who reads English.
 *
 * It looks at text in JSX, at strings where they are shown or read out (`label`, `title`, `aria-label` …), and at every other
 * string that begins like a sentence. One capitalised word elsewhere is not found: most of these are names of keys. It finds
 * plurals by hand, too: `count === 1` between two sentences is right in languages that count as English does.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type NodePath, parseAsync, traverse, types } from '@babel/core';

const WEB = fileURLToPath(new URL('..', import.meta.url));

/** Attributes and properties whose text is shown or read out. */
const SHOWN =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|label|title|placeholder|hint|help|detail|description|tooltip|message|needsScript|submit|\w+Label|header|heading|note|legend|caption|summary|one|many|other|any)$/;
const MACROS = /^(?:t|msg|defineMessage|plural|select|selectOrdinal|Trans|Plural|Select|SelectOrdinal)$/;
const LETTERS = /\p{L}{2}/u;
/** A capitalised word and another one, or a quotation. */
const SENTENCE = /^\s*(?:\p{Lu}[\p{L}’']*[,:]?\s+[\p{L}\d“]|“)/u;

/** Files whose strings nobody reads on a screen, or that are no part of the site. */
const UNREAD =
  /\.test\.|\.d\.ts$|\/generated\/|\/testing\/|\/testing\.tsx?$|\/sample-page\.ts$|^app\/plugins\/[^/]+\/(?:manifest|examples)\.ts$/;

/** What is the same in every language, and what is English on purpose. */
const SAME_EVERYWHERE = new Set([
  'Pagewright',
  'JSON',
  'https://',
  'Authorization: Bearer',
  'Samsung Internet',
  'hCaptcha',
  'Campaign Monitor',
  'reCAPTCHA',
  'Turnstile',
  'office@example.com',
]);
const ENGLISH: readonly RegExp[] = [
  // Services' problem details are English, and these are the titles that go with them.
  /^app\/api\/problem\.ts$/,
  // Thrown, and read by developers.
  /^app\/page\/change\.ts$|^app\/routes\/container\.ts$|^app\/media\/uploads\/transport\.ts$/,
  // The visitor's script has no catalogue; the page brings these words.
  /^app\/session\/expired-words\.ts$/,
];

export interface UnsaidWords {
  path: string;
  line: number;
  text: string;
}

/** All of them in the source of the site. */
export async function unsaidWords(): Promise<UnsaidWords[]> {
  const paths = (await readdir(`${WEB}app`, { recursive: true })).map((path) => `app/${path}`);
  const read = paths.filter(
    (path) => /\.tsx?$/.test(path) && !UNREAD.test(path) && !ENGLISH.some((fits) => fits.test(path)),
  );
  const found = await Promise.all(
    read.sort().map(async (path) => unsaidIn(path, await readFile(WEB + path, 'utf8'))),
  );
  return found.flat();
}

export async function unsaidIn(path: string, code: string): Promise<UnsaidWords[]> {
  const found: UnsaidWords[] = [];
  const file = await parseAsync(code, {
    filename: path,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
  });
  traverse(file as types.File, {
    enter(at) {
      if (isPluralByHand(at)) {
        const said = code.slice(at.node.test.start ?? 0, at.node.test.end ?? 0);
        found.push({ path, line: at.node.loc?.start.line ?? 0, text: `plural by hand: ${said}` });
      }
      const text = textOf(at.node)?.trim();
      if (text === undefined || !LETTERS.test(text) || SAME_EVERYWHERE.has(text)) return;
      if ((isShown(at) || SENTENCE.test(text)) && !isSaid(at) && !isUnread(at))
        found.push({ path, line: at.node.loc?.start.line ?? 0, text });
    },
  });
  return found;
}

/** Whether one of two sentences is chosen by whether something is one. */
function isPluralByHand(at: NodePath): at is NodePath<types.ConditionalExpression> {
  if (!at.isConditionalExpression()) return false;
  const { test, consequent, alternate } = at.node;
  // That the one is there, too, as in `rows.length === 1 && first`.
  const [count, ...others] = types.isLogicalExpression(test)
    ? [test.left, test.right].toSorted(
        (one, other) => Number(types.isIdentifier(one)) - Number(types.isIdentifier(other)),
      )
    : [test];
  return (
    types.isBinaryExpression(count, { operator: '===' }) &&
    [count.left, count.right].some((side) => types.isNumericLiteral(side, { value: 1 })) &&
    others.every((other) => types.isIdentifier(other)) &&
    [consequent, alternate].every((side) => nameOf(calledIn(calledIn(side))) === 't')
  );
}

function textOf(node: types.Node): string | undefined {
  if (types.isJSXText(node) || types.isStringLiteral(node)) return node.value;
  if (types.isTemplateLiteral(node)) return node.quasis.map(({ value }) => value.cooked ?? '').join('…');
  return undefined;
}

/** Whether it stands at a place whose text is shown, itself or as one of several that are chosen from. */
function isShown(at: NodePath): boolean {
  if (at.isJSXText()) return true;
  let place = at;
  while (place.parentPath?.isConditionalExpression() || place.parentPath?.isLogicalExpression()) {
    if (place.key === 'test') return false;
    place = place.parentPath;
  }
  let parent = place.parentPath;
  if (parent?.isJSXExpressionContainer()) {
    parent = parent.parentPath;
    if (parent?.isJSXElement() || parent?.isJSXFragment()) return true;
  }
  if (parent?.isJSXAttribute()) return SHOWN.test(nameOf(parent.node.name));
  return parent?.isObjectProperty() === true && place.key === 'value' && SHOWN.test(nameOf(parent.node.key));
}

function nameOf(node: types.Node): string {
  if (types.isIdentifier(node) || types.isJSXIdentifier(node)) return node.name;
  return types.isStringLiteral(node) ? node.value : '';
}

/** Whether one of Lingui's macros says it. */
function isSaid(at: NodePath): boolean {
  return at.findParent(({ node }) => MACROS.test(nameOf(calledIn(node)))) !== null;
}

/** What a call, a tag or an element is named by; the node itself where it is none of these. */
function calledIn(node: types.Node): types.Node {
  if (types.isTaggedTemplateExpression(node)) return calledIn(node.tag);
  if (types.isCallExpression(node)) return node.callee;
  if (types.isJSXElement(node)) return node.openingElement.name;
  return node;
}

/** Whether it is a type, an address of a module, or for developers: thrown or logged. */
function isUnread(at: NodePath): boolean {
  const found = at.findParent(
    (each) =>
      each.isImportDeclaration() ||
      each.isExportDeclaration({ exportKind: 'type' }) ||
      each.isTSType() ||
      each.isThrowStatement() ||
      (each.isNewExpression() && nameOf(each.node.callee).endsWith('Error')) ||
      (each.isCallExpression() &&
        types.isMemberExpression(each.node.callee) &&
        nameOf(each.node.callee.object) === 'console'),
  );
  return found !== null;
}
