import { useEffect } from 'react';
import { brand } from '#shared/values/brand.ts';
import { isolated, leftToRight } from '#shared/values/typed/characters.ts';

export const documentTitle = (title: string) => `${leftToRight(isolated(title))} – ${brand.name}`;

export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = documentTitle(title);
  }, [title]);
}

export interface DocumentHead {
  /** The canonical address, from the root of the site and without a query: a filtered page is the same page. */
  readonly path: string;
  readonly title: string;
  readonly description?: string;
  /** Undefined until the data of the page decide. */
  readonly isListed: boolean | undefined;
}

/**
 * Writes the tags that search engines read. The build writes the same into the documents of listed pages
 * (`prerendered-document.ts`).
 */
export function describeDocument({ path, title, description, isListed }: DocumentHead): void {
  document.title = documentTitle(title);
  if (description) write('meta', 'name', 'description', { content: description });
  if (isListed === undefined) return forgetEarlierPage();
  write('meta', 'name', 'robots', { content: isListed ? 'index, follow' : 'noindex' });
  if (isListed) write('link', 'rel', 'canonical', { href: location.origin + path });
  else document.head.querySelector('link[rel="canonical"]')?.remove();
}

/** Leaves the tags of the document itself, because a search engine that reads `noindex` forgets the page for weeks. */
function forgetEarlierPage(): void {
  for (const tag of document.head.querySelectorAll('[name="robots"][data-written], [rel="canonical"][data-written]'))
    tag.remove();
}

/** The frame of the page writes the head of the table of pages before, in a layout effect. */
export function useDocumentHead(head: DocumentHead | undefined): void {
  useEffect(() => {
    if (head) describeDocument(head);
  }, [head]);
}

function write(tag: 'meta' | 'link', attribute: 'name' | 'rel', value: string, written: Record<string, string>): void {
  const known = document.head.querySelector<HTMLElement>(`${tag}[${attribute}="${value}"]`);
  const element = known ?? document.createElement(tag);
  for (const [name, text] of Object.entries({ [attribute]: value, ...written, 'data-written': '' }))
    element.setAttribute(name, text);
  if (!known) document.head.append(element);
}
