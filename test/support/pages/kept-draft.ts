/** The stored text of a listing's draft of this tab, or null. */
export function keptDraft(name: string): string | null {
  const tab = sessionStorage.getItem('envoyage.tab@');
  return localStorage.getItem(`envoyage.draft.${name}@${tab}`);
}
