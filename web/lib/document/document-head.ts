import { useEffect } from 'react';
import { documentTitle } from '#web/lib/document/document-title.ts';

/** The facts about a page that search engines read. */
export interface DocumentHead {
  /** The canonical address, from the root of the site and without a query: a filtered page is the same page. */
  readonly path: string;
  /** Without the product's name. */
  readonly title: string;
  /** Without one, the description of the document stays. */
  readonly description?: string;
  readonly isListed?: boolean;
}

/**
 * Writes the tags that search engines read. The build writes the same into the documents of listed pages
 * (`prerendered-document.ts`).
 */
export function describeDocument({ path, title, description, isListed = false }: DocumentHead): void {
  document.title = documentTitle(title);
  element('meta', 'name', 'robots').setAttribute('content', isListed ? 'index, follow' : 'noindex');
  if (description) element('meta', 'name', 'description').setAttribute('content', description);
  const canonical = element('link', 'rel', 'canonical');
  if (isListed) canonical.setAttribute('href', location.origin + path);
  else canonical.remove();
}

/**
 * For a page whose head depends on its data; undefined until it is known. The frame of the page writes the head of the
 * table of pages before, in a layout effect.
 */
export function useDocumentHead(head: DocumentHead | undefined): void {
  useEffect(() => {
    if (head) describeDocument(head);
  }, [head]);
}

function element(tag: 'meta' | 'link', attribute: 'name' | 'rel', value: string): HTMLElement {
  const found = document.head.querySelector<HTMLElement>(`${tag}[${attribute}="${value}"]`);
  if (found) return found;
  const made = document.createElement(tag);
  made.setAttribute(attribute, value);
  document.head.append(made);
  return made;
}
