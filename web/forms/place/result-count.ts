/** Announcement of a list of suggestions. */
export function resultCount(count: number): string {
  if (count === 0) return 'Aucun résultat trouvé';
  return count === 1 ? '1 résultat' : `${count} résultats`;
}
