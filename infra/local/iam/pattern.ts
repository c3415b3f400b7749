export interface Pattern {
  readonly text: string;
  readonly matches: (value: string) => boolean;
}

/**
 * `*` stands for any characters, also none, and `?` for exactly one; the whole value must match, capitals included.
 * Throws for a policy variable (`${aws:username}`), which is not understood here.
 */
export function wildcard(text: string): Pattern {
  if (text.includes('${')) throw new Error(`The policy variable in ${text} is not understood here.`);
  const [start = '', ...rest] = text.split(/[*?]/);
  if (rest.length === 0) return { text, matches: (value) => value === text };
  if (rest.length === 1 && text.endsWith('*')) return { text, matches: (value) => value.startsWith(start) };
  const source = text
    .replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const form = new RegExp(`^${source}$`, 's');
  return { text, matches: (value) => form.test(value) };
}

const segments = 6;

/**
 * An ARN, or `*` for all. A wildcard stays in its segment (partition, service, region, account); only the last
 * segment, the resource, may contain colons. Throws when the text is no ARN.
 */
export function arnPattern(text: string): Pattern {
  if (text === '*') return { text, matches: () => true };
  const wanted = partsOf(text);
  if (wanted.length < segments) throw new Error(`${text} is no ARN.`);
  const patterns = wanted.map(wildcard);
  return {
    text,
    matches: (value) => {
      const parts = partsOf(value);
      return patterns.every((pattern, at) => pattern.matches(parts[at] ?? ''));
    },
  };
}

function partsOf(arn: string): string[] {
  const parts = arn.split(':');
  return parts.length <= segments ? parts : [...parts.slice(0, segments - 1), parts.slice(segments - 1).join(':')];
}
