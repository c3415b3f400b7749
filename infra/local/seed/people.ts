export interface SeededMember {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly state: 'approved' | 'pending' | 'rejected' | 'blocked' | 'leaving';
  readonly note: string;
  /** Days since they joined; members of one day join together. */
  readonly joined: number;
}

export const demoPassword = 'Traversee-2026';

const member = (
  firstName: string,
  lastName: string,
  phone: string,
  joined: number,
  note: string,
  state: SeededMember['state'] = 'approved',
): SeededMember => ({
  firstName,
  lastName,
  email: `${firstName
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase()}@example.org`,
  phone,
  state,
  note,
  joined,
});

export const members: readonly SeededMember[] = [
  member('Amel', 'Benali', '+33612345601', 60, 'expéditrice, vérifiée'),
  member('Karim', 'Haddad', '+213550123402', 60, 'voyageur, vérifié, abonnement en cours'),
  member('Sofiane', 'Mansouri', '+33612345603', 60, 'voyageur, vérifié'),
  member('Lina', 'Cherif', '+33612345604', 60, 'expéditrice, vérifiée'),
  member('Yacine', 'Brahimi', '+213550123405', 45, 'voyageur, vérifié, abonnement expiré'),
  member('Camille', 'Durand', '+33612345606', 45, 'expéditrice, vérifiée'),
  member('Nadia', 'Saadi', '+213550123407', 45, 'voyageuse, vérifiée'),
  member('Mehdi', 'Khelifi', '+33612345608', 30, 'expéditeur, vérifié'),
  member('Inès', 'Boudiaf', '+33612345609', 30, 'expéditrice, vérifiée, un nouveau nom en attente'),
  member('Rachid', 'Ziani', '+213550123410', 12, 'en attente de vérification', 'pending'),
  member('Thomas', 'Petit', '+33612345611', 12, 'documents refusés', 'rejected'),
  member('Walid', 'Kaci', '+213550123412', 12, 'bloqué', 'blocked'),
  member('Farid', 'Slimani', '+33612345615', 12, 'supprime son compte, 14 jours pour annuler', 'leaving'),
];

/** Members who decide beside the root administrator, or did: they publish nothing. */
export const administrators: readonly (SeededMember & { readonly isActive: boolean })[] = [
  { ...member('Samira', 'Ouali', '+33612345613', 40, 'administratrice'), isActive: true },
  { ...member('Adel', 'Merah', '+213550123414', 40, 'administrateur désactivé'), isActive: false },
];

/** An address that waits as an administrator's, without an account. */
export const invitedAdministrator = 'nour@example.org';
