/** Old names in URLs. Mails, bookmarks and histories keep them permanently, so no page reuses one. */
const names = new Map([
  ['etape', 'step'],
  ['modifier', 'edit'],
  ['copier', 'copy'],
  ['retour', 'return'],
  ['compatibles', 'matches'],
  ['statut', 'status'],
]);
const tabs = new Map([
  ['activites', 'activity'],
  ['avis', 'reviews'],
  ['colis', 'parcels'],
  ['envois', 'parcels'],
  ['parametres', 'settings'],
  ['passes', 'past'],
  ['profil', 'profile'],
  ['profils', 'profiles'],
  ['statistiques', 'statistics'],
  ['trajets', 'trips'],
  ['transport', 'deliveries'],
]);

/** The query of a URL with its current names, each with its last value; the same text when nothing changes. */
export function currentQuery(search: string): string {
  const given = [...new URLSearchParams(search)];
  const renamed = given.map(([name, value]): [string, string] =>
    name === 'tab' ? [name, tabs.get(value) ?? value] : [names.get(name) ?? name, value],
  );
  const current = [...new Map(renamed)];
  return String(current) === String(given) ? search : `?${new URLSearchParams(current).toString()}`;
}
