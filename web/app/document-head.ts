import { documentTitle, type Page } from '#web/app/pages.ts';

/**
 * What search engines read of the page on the screen. The build writes the same into the documents of the pages that are
 * offered to them (`prerendered-document.ts`); all others ask not to be listed.
 */
export function describeDocument({ path, title, description }: Page): void {
  document.title = documentTitle(title);
  element('meta', 'name', 'robots').setAttribute('content', description ? 'index, follow' : 'noindex');
  if (description) element('meta', 'name', 'description').setAttribute('content', description);
  const canonical = element('link', 'rel', 'canonical');
  // Without its query: filters and campaigns are the same page.
  if (description) canonical.setAttribute('href', location.origin + path);
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
