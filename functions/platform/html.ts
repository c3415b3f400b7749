const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
