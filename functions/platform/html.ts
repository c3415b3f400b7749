const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The text for HTML, in content and in attributes. */
export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
