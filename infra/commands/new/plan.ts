import { readFileSync } from 'node:fs';
import { type Place, requirePrograms, withEntry } from './place.ts';

interface Addition {
  readonly file: string;
  readonly text: string;
  /** The line before which the text goes, at its last occurrence; a new file has none. */
  readonly before?: string;
  /** The object at whose end the text goes. */
  readonly into?: Place;
  /** An import that several additions need: left out where the file has it. */
  readonly isShared?: true;
}

/** The code that one run writes, and the steps that follow. */
export interface Plan {
  readonly additions: readonly Addition[];
  /** Places that need a decision. The compiler or a red test names most of them, too. */
  readonly next: readonly string[];
}

export interface Files {
  readonly read: (file: string) => string | undefined;
}

/**
 * The plan of `templates/<kind>.txt`. A part begins with `=== <file>`; the text goes before the line that the heading
 * names, at the end of its object, or into a new file. `once` is `isShared`. The last part lists the next steps.
 * `{{name}}` stands for a value.
 */
export function planOfTemplate(kind: string, values: Readonly<Record<string, string>>): Plan {
  const template = readFileSync(new URL(`templates/${kind}.txt`, import.meta.url), 'utf8');
  const filled = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  const [, ...parts] = filled.split(/^=== /m);
  const additions = parts.map((part): Addition => {
    const [, file = '', once, way, place = '', text = ''] =
      /^(\S+)( once)?(?: (before|into) `(.*)`)?\n([^]*)$/.exec(part) ?? [];
    return {
      file,
      text,
      ...(way === 'before' && { before: place.replaceAll(String.raw`\n`, '\n') }),
      ...(way === 'into' && { into: place as Place }),
      ...(once && { isShared: true }),
    };
  });
  const steps = additions.pop()?.text.split('\n') ?? [];
  return { additions, next: steps.filter((step) => step !== '') };
}

/**
 * The new texts of all files of a plan.
 * @throws a sentence where a new file exists already, an existing one lacks the place, or a result does not parse
 */
export function applied({ additions }: Plan, { read }: Files): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, text, before, into, isShared } of additions) {
    const current = texts.get(file) ?? read(file);
    if (isShared && current?.includes(text)) continue;
    if (into) {
      if (current === undefined) throw new Error(`${file} is missing: nothing was written`);
      texts.set(file, withEntry(file, current, into, text));
    } else if (before === undefined) {
      if (current !== undefined) throw new Error(`${file} exists already`);
      texts.set(file, text);
    } else {
      const at = current === undefined ? -1 : `\n${current}`.lastIndexOf(`\n${before}`);
      if (current === undefined || at === -1) throw new Error(`${file} has no line that begins with: ${before}`);
      texts.set(file, current.slice(0, at) + text + current.slice(at));
    }
  }
  requirePrograms(texts);
  return texts;
}
