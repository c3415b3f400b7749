import { type Plugin, parseSync, Visitor } from 'vite';
import { withNoBreaks } from '#shared/values/french-spaces.ts';

const noBreak = '\u00a0';
/** The formatter has begun a new line here; React makes one space of it. */
const newLines = /(?<=\S)\s*\n\s*(?=[:;?!»](?![\p{L}\p{N}]))|(?<=«)\s*\n\s*(?=\S)/gu;
const written = /(?<=\{') (?='\}\s*[:;?!»](?![\p{L}\p{N}]))|(?<=«\{') (?='\})/gu;

/**
 * Holds : ; ? ! and « » to their word in every text of our sources, for the site's browsers, its documents and
 * `npm run dev` alike (decision 047).
 */
export const frenchSpaces: Plugin = {
  name: 'french-spaces',
  enforce: 'pre',
  transform: {
    filter: { id: { include: /\/(?:web|shared)\/.+\.tsx?$/, exclude: /\/node_modules\// } },
    handler: withFrenchSpaces,
  },
};

/**
 * The source with no-break spaces in its strings, templates and markup; `file` names its language. Code, comments and
 * regular expressions stay as they are, also those that `RegExp` makes of a text. A source that does not parse comes
 * back unchanged: its build names the error.
 */
export function withFrenchSpaces(source: string, file: string): string {
  const code = source.replaceAll(written, noBreak);
  const texts: { start: number; end: number; type: string }[] = [];
  const patterns: { start: number; end: number }[] = [];
  const keepPattern = (node: { callee: object; start: number; end: number }) =>
    'name' in node.callee && node.callee.name === 'RegExp' && patterns.push(node);
  new Visitor({
    NewExpression: keepPattern,
    CallExpression: keepPattern,
    Literal: (node) => typeof node.value === 'string' && texts.push(node),
    TemplateElement: (node) => texts.push(node),
    JSXText: (node) => texts.push(node),
  }).visit(parseSync(file, code).program);
  // A template's pieces come before the nodes between them.
  texts.sort((a, b) => a.start - b.start);
  let done = '';
  let end = 0;
  for (const text of texts) {
    if (patterns.some(({ start, end: last }) => start < text.start && text.end < last)) continue;
    const words = code.slice(text.start, text.end);
    const line = text.type === 'JSXText' ? words.replaceAll(newLines, ' ') : words;
    done += code.slice(end, text.start) + withNoBreaks(line);
    end = text.end;
  }
  return done + code.slice(end);
}
