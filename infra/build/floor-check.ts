import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import bcd, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data/forLegacyNode';
import { parseAst } from 'vite';
import { floor } from '#shared/site/floor.ts';

const excused = (names: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(Object.values(names).flatMap((words) => words.trim().split(/\s+/)));

/** Built-ins that the scripts name and a browser of the floor lacks. */
const excusedBuiltins = excused({
  'web/lib/fill-in.ts fills it in': 'AbortSignal.any AbortSignal.timeout toReversed toSorted URL.canParse',
  'used only where the browser has it': `
    BarcodeDetector canShare captureStackTrace checkVisibility connection databases navigation
    Notification pushManager requestIdleCallback requestPermission scheduler setImmediate share
    stackTraceLimit startViewTransition toBase64 transferSize userActivation userAgentData
  `,
  "React's name of an attribute or event, which older browsers pass over": `
    ariaLabel blocking capture fetchPriority imageSizes isComposing movementX movementY playsInline
    popover role
  `,
  'called for a push, which only browsers that have it receive': 'getNotifications showNotification',
  'in the oldest browsers it takes streams, which is all it is given': 'srcObject',
  'in part only for targets that are not finite': 'exponentialRampToValueAtTime',
  'in part only for the zoom of a page': 'devicePixelRatio',
  'a name of our own data or of a package, not the built-in': `
    address animation authenticatorAttachment bytes check cookies copyTo delay displayName drop fileName
    font getMetadata grow install isError letterSpacing locale login move navigate open orientation
    priority Profiler region resize take toArray ViewTransition when with
  `,
  'CSS.escape, which is old': 'escape',
});

const excusedStyles = excused({
  'without it the page looks plainer and works whole': `
    :autofill :column :details-content :has :highlight @container @property accent-color color-mix()
    contain contain-intrinsic-block-size container content-visibility forced-color-adjust line-clamp
    outline overflow-anchor overscroll-behavior resize scrollbar-gutter scrollbar-width text-size-adjust
    text-wrap user-select
  `,
  'of paper, or where it is missing the page looks plainer': ':right @page print-color-adjust size',
});

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
export const namedBuiltins = (siteFolder: string) => builtinsOf(scriptsOf(siteFolder));

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
    ...[...builtinsOf(scripts).keys()].filter((name) => !excusedBuiltins.has(name)),
    ...new Set(scripts.flatMap(({ syntax }) => [...syntax])),
    ...new Set(styles.flatMap(lackingStyles).filter((name) => !excusedStyles.has(name))),
  ];
}
