import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bcd, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data/forLegacyNode';
import { parseAst } from 'vite';
import { floor } from '#shared/site/floor.ts';

const filled = 'web/lib/fill-in.ts fills it in';
const asked = 'used only where the browser has it';
const attribute = "React's name of an attribute or event, which older browsers pass over";
const ours = 'a name of our own data or of a package, not the built-in';
const pushed = 'called for a push, which only browsers that have it receive';
const paper = 'of paper, or where it is missing the page looks plainer';
const plainer = 'without it the page looks plainer and works whole';

/** Built-ins that the scripts name and a browser of the floor lacks, each with the reason why it may. */
const excusedBuiltins: Readonly<Record<string, string>> = {
  'AbortSignal.any': filled,
  'AbortSignal.timeout': filled,
  'URL.canParse': filled,
  toReversed: filled,
  toSorted: filled,
  BarcodeDetector: asked,
  canShare: asked,
  captureStackTrace: asked,
  checkVisibility: asked,
  Notification: asked,
  connection: asked,
  databases: asked,
  navigation: asked,
  pushManager: asked,
  requestIdleCallback: asked,
  requestPermission: asked,
  scheduler: asked,
  setImmediate: asked,
  share: asked,
  stackTraceLimit: asked,
  startViewTransition: asked,
  toBase64: asked,
  transferSize: asked,
  userActivation: asked,
  userAgentData: asked,
  ariaLabel: attribute,
  blocking: attribute,
  capture: attribute,
  fetchPriority: attribute,
  getNotifications: pushed,
  showNotification: pushed,
  imageSizes: attribute,
  isComposing: attribute,
  movementX: attribute,
  movementY: attribute,
  playsInline: attribute,
  popover: attribute,
  role: attribute,
  srcObject: 'in the oldest browsers it takes streams, which is all it is given',
  exponentialRampToValueAtTime: 'in part only for targets that are not finite',
  devicePixelRatio: 'in part only for the zoom of a page',
  Profiler: ours,
  ViewTransition: ours,
  address: ours,
  animation: ours,
  authenticatorAttachment: ours,
  bytes: ours,
  check: ours,
  cookies: ours,
  copyTo: ours,
  delay: ours,
  displayName: ours,
  drop: ours,
  escape: 'CSS.escape, which is old',
  fileName: ours,
  font: ours,
  getMetadata: ours,
  grow: ours,
  install: ours,
  isError: ours,
  letterSpacing: ours,
  locale: ours,
  login: ours,
  move: ours,
  navigate: ours,
  open: ours,
  orientation: ours,
  priority: ours,
  region: ours,
  resize: ours,
  take: ours,
  toArray: ours,
  when: ours,
  with: ours,
};

const excusedStyles: Readonly<Record<string, string>> = {
  '@container': plainer,
  '@property': plainer,
  ':has': plainer,
  ':autofill': plainer,
  ':details-content': plainer,
  ':highlight': plainer,
  ':column': plainer,
  ':right': paper,
  '@page': paper,
  size: paper,
  'accent-color': plainer,
  contain: plainer,
  container: plainer,
  'contain-intrinsic-block-size': plainer,
  'content-visibility': plainer,
  'forced-color-adjust': plainer,
  'line-clamp': plainer,
  outline: plainer,
  'overflow-anchor': plainer,
  'overscroll-behavior': plainer,
  'print-color-adjust': paper,
  resize: plainer,
  'scrollbar-gutter': plainer,
  'scrollbar-width': plainer,
  'text-size-adjust': plainer,
  'text-wrap': plainer,
  'user-select': plainer,
  'color-mix()': plainer,
};

const browsers = Object.entries({ ...floor, safari_ios: floor.ios }).filter(([name]) => name !== 'ios');
const numbers = (version: string) => version.replace('≤', '').split('.').map(Number);
const isLater = (version: string, than: string) => {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [numbers(version), numbers(than)] as const;
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
};

function isLacking({ support }: CompatStatement): boolean {
  return browsers.some(([name, version]) => {
    const whole = [support[name as keyof typeof support] ?? []]
      .flat()
      .find((one) => !one.flags && !one.prefix && !one.alternative_name && !one.partial_implementation);
    if (!whole || typeof whole.version_added !== 'string' || whole.version_added === 'preview') return true;
    return isLater(whole.version_added, version);
  });
}

interface Lacking {
  /** Names alone, or with their owner before them: `scheduler`, `AbortSignal.any`. */
  readonly alone: ReadonlySet<string>;
  /** Members of instances by their name, with the built-ins that lack them: `toSorted` of `Array`. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/** Every built-in that a browser of the floor lacks. A member counts where no older built-in has one of that name. */
function lackingBuiltins(): Lacking {
  const alone = new Set<string>();
  const members = new Map<string, string[]>();
  const known = new Set<string>();
  const builtins = { ...bcd.api, ...bcd.javascript['builtins'] } as Record<string, Identifier>;
  const partsOf = (node: Identifier) => Object.entries(node).filter(([name]) => name !== '__compat');
  for (const [name, node] of Object.entries(builtins)) {
    if (!node.__compat) continue;
    if (isLacking(node.__compat)) {
      alone.add(name);
      continue;
    }
    for (const [member, part] of partsOf(node)) {
      const { __compat } = part as Identifier;
      if (!__compat || member.endsWith('_event')) continue;
      if (!isLacking(__compat)) known.add(member);
      else if (name === 'Window') alone.add(member);
      else if (member.endsWith('_static')) alone.add(`${name}.${member.slice(0, -'_static'.length)}`);
      else members.set(member, [...(members.get(member) ?? []), name]);
    }
  }
  for (const member of known) members.delete(member);
  return { alone, members };
}

interface Node {
  readonly type?: string;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function visit(node: unknown, see: (node: Node) => void): void {
  if (!isNode(node)) return;
  if (node.type) see(node);
  for (const part of Object.values(node)) if (typeof part === 'object') visit(part, see);
}

/** The names that a script uses, and its syntax that a browser of the floor cannot read. */
function readScript(code: string) {
  const names = new Set<string>();
  const syntax = new Set<string>(/\(\?<[=!]/.test(code) ? ['lookbehind of a regular expression'] : []);
  const nameOf = (node: unknown) => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : undefined);
  visit(parseAst(code), (node) => {
    if (node.type === 'Identifier') names.add(nameOf(node) ?? '');
    if (node.type === 'MemberExpression' && !node['computed']) {
      names.add(`.${nameOf(node['property'])}`);
      names.add(`${nameOf(node['object'])}.${nameOf(node['property'])}`);
    }
    if (node.type === 'Property') names.add(`.${nameOf(node['key'])}`);
    if (node.type === 'StaticBlock') syntax.add('static block of a class');
    const { flags } = (node['regex'] ?? {}) as { flags?: string };
    if (flags?.includes('v')) syntax.add('flag v of a regular expression');
  });
  return { names, syntax };
}

const { alone, members } = lackingBuiltins();

/** The built-ins that the scripts of a built site name and the floor lacks, each with the built-ins it belongs to. */
export function namedBuiltins(siteFolder: string): ReadonlyMap<string, readonly string[]> {
  return builtinsOf(scriptsOf(siteFolder));
}

const scriptsOf = (siteFolder: string) =>
  globSync(['assets/*.js', 'sw.js'], { cwd: siteFolder }).map((file) =>
    readScript(readFileSync(join(siteFolder, file), 'utf8')),
  );

function builtinsOf(scripts: readonly { names: ReadonlySet<string> }[]): ReadonlyMap<string, readonly string[]> {
  const names = new Set(scripts.flatMap((script) => [...script.names]));
  return new Map([
    ...[...alone].filter((name) => names.has(name)).map((name) => [name, []] as const),
    ...[...members].filter(([name]) => names.has(`.${name}`)),
  ]);
}

/** The properties, rules and selectors of styles that the floor lacks. */
function lackingStyles(css: string): string[] {
  const lacking = (kind: string, names: Iterable<string | undefined>, shown: (name: string) => string) => {
    const table = (bcd.css as unknown as Record<string, Record<string, Identifier>>)[kind] ?? {};
    return [...new Set(names)].flatMap((name = '') => {
      const compat = table[name]?.__compat;
      return compat && isLacking(compat) ? [shown(name)] : [];
    });
  };
  const found = (pattern: RegExp) => [...css.matchAll(pattern)].map(([, name]) => name);
  return [
    ...lacking('properties', found(/[{;]([a-z-]+):/g), (name) => name),
    ...lacking('at-rules', found(/@([a-z-]+)/g), (name) => `@${name}`),
    ...lacking('selectors', found(/:{1,2}([a-z-]+)/g), (name) => `:${name}`),
    ...(css.includes('color-mix(') ? ['color-mix()'] : []),
    ...(css.includes('light-dark(') ? ['light-dark()'] : []),
  ];
}

/**
 * Features of a built site, packages included, that the oldest browsers of rule 200 lack and no exception covers. Empty
 * for a site that may be published. It compares names, so a name in our own data may need an exception too.
 */
export function floorObjections(siteFolder: string): string[] {
  const scripts = scriptsOf(siteFolder);
  const styles = globSync('assets/*.css', { cwd: siteFolder }).map((file) =>
    readFileSync(join(siteFolder, file), 'utf8'),
  );
  return [
    ...[...builtinsOf(scripts).keys()].filter((name) => !(name in excusedBuiltins)),
    ...new Set(scripts.flatMap(({ syntax }) => [...syntax])),
    ...new Set(styles.flatMap(lackingStyles).filter((name) => !(name in excusedStyles))),
  ];
}
