import { readFileSync } from 'node:fs';

interface Addition {
  readonly file: string;
  readonly text: string;
  /** The line before which the text goes, at its last occurrence; a new file has none. */
  readonly before?: string;
  /** An import that several additions need: left out where the file has it. */
  readonly isShared?: true;
}

/** The code that one run writes, and the steps that follow. */
export interface Plan {
  readonly additions: readonly Addition[];
  /** Places that need a decision. The compiler or a red test names most of them, too. */
  readonly next: readonly string[];
}

interface Files {
  readonly read: (file: string) => string | undefined;
}

/**
 * The plan of `templates/<kind>.txt`. A part begins with `=== <file>`; the text goes before the line that the heading
 * names, or into a new file. `once` is `isShared`. The last part lists the next steps. `{{name}}` stands for a value.
 */
export function planOfTemplate(kind: string, values: Readonly<Record<string, string>>): Plan {
  const template = readFileSync(new URL(`templates/${kind}.txt`, import.meta.url), 'utf8');
  const filled = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  const [, ...parts] = filled.split(/^=== /m);
  const additions = parts.map((part): Addition => {
    const [, file = '', once, before, text = ''] = /^(\S+)( once)?(?: before `(.*)`)?\n([^]*)$/.exec(part) ?? [];
    return {
      file,
      text,
      ...(before !== undefined && { before: before.replaceAll(String.raw`\n`, '\n') }),
      ...(once && { isShared: true }),
    };
  });
  const steps = additions.pop()?.text.split('\n') ?? [];
  return { additions, next: steps.filter((step) => step !== '') };
}

/**
 * The new texts of all files of a plan.
 * @throws a sentence where a new file exists already, or where an existing one lacks the anchor
 */
export function applied({ additions }: Plan, { read }: Files): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, text, before, isShared } of additions) {
    const current = texts.get(file) ?? read(file);
    if (isShared && current?.includes(text)) continue;
    if (before === undefined) {
      if (current !== undefined) throw new Error(`${file} exists already`);
      texts.set(file, text);
    } else {
      const at = current === undefined ? -1 : `\n${current}`.lastIndexOf(`\n${before}`);
      if (current === undefined || at === -1) throw new Error(`${file} has no line that begins with: ${before}`);
      texts.set(file, current.slice(0, at) + text + current.slice(at));
    }
  }
  return texts;
}
