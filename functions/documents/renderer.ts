import { readFile } from 'node:fs/promises';
import type { Answered, Ask } from '#shared/documents/ask.ts';

/** The renderer of the site (`web/document.tsx`), over the template and the file names of its build. */
export interface Renderer {
  /** The queries of the page at an address that follow from these answers and are not among them. */
  readonly asksOf: (address: string, answers: readonly Answered[]) => readonly Ask[];
  readonly render: (document: DocumentFacts) => Promise<string>;
}

interface DocumentFacts {
  readonly address: string;
  readonly answers: readonly Answered[];
  readonly siteUrl: string;
}

/** The type of `web/renderer.ts`, because functions may not import from web. */
interface Built {
  readonly asksOf: Renderer['asksOf'];
  readonly renderDocument: (document: DocumentFacts & object) => Promise<string>;
}

export async function openRenderer(folder: URL): Promise<Renderer> {
  const [{ asksOf, renderDocument }, site] = await Promise.all([
    import(new URL('renderer.js', folder).href) as Promise<Built>,
    readFile(new URL('site.json', folder), 'utf8').then((text) => JSON.parse(text) as object),
  ]);
  return { asksOf, render: (document) => renderDocument({ ...site, ...document }) };
}
