import { type SitePage } from '#web/app/pages.ts';
import { documentTitle } from '#web/lib/document-title.ts';

/**
 * The tags that search engines read from the current page. The build writes the same into the documents of listed pages
 * (`prerendered-document.ts`).
 */
export function describeDocument({ path, title, isListed }: SitePage): void {
  document.title = documentTitle(title);
  element('meta', 'name', 'robots').setAttribute('content', isListed ? 'index, follow' : 'noindex');
  const canonical = element('link', 'rel', 'canonical');
  // Without the query: a filtered page is the same page.
  if (isListed) canonical.setAttribute('href', location.origin + path);
  else canonical.remove();
}

function element(tag: 'meta' | 'link', attribute: 'name' | 'rel', value: string): HTMLElement {
  const found = document.head.querySelector<HTMLElement>(`${tag}[${attribute}="${value}"]`);
  if (found) return found;
  const made = document.createElement(tag);
  made.setAttribute(attribute, value);
  document.head.append(made);
  return made;
}
