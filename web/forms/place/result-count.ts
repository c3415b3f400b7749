/** What a list of suggestions says of itself. */
export function resultCount(count: number): string {
  if (count === 0) return 'Aucun résultat trouvé';
  return count === 1 ? '1 résultat' : `${count} résultats`;
}
